let loaded: Promise<typeof import('oidc-provider')> | undefined;

/** The library, without its warning about Node 20; it runs there from 20.19.0 on. */
export function loadOidcProvider(): Promise<typeof import('oidc-provider')> {
  loaded ??= importQuietly();
  return loaded;
}

async function importQuietly(): Promise<typeof import('oidc-provider')> {
  const { warn } = console;
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).includes('Unsupported runtime')) warn(...said);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
