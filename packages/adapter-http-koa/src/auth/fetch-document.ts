/** Largest document that is taken from a provider, in bytes. */
const LIMIT = 256 * 1024;
/** Milliseconds until a provider must have answered. */
const TIMEOUT = 5000;

/** What a provider answered, and what it says. */
export interface FetchedDocument {
  readonly status: number;
  /** The JSON of an answer with status 200, else `undefined`. */
  readonly body: unknown;
}

/** One request to a provider: bounded in time and size, never redirected. Rejects with an error that may be logged. */
export async function fetchDocument(url: URL, init: RequestInit = {}): Promise<FetchedDocument> {
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'application/json', ...init.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((error) => {
    throw new Error(`${url.origin} did not answer: ${reasonOf(error)}`);
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    return { status: response.status, body: undefined };
  }
  return { status: 200, body: parse(await read(response, url), url) };
}

async function read(response: Response, url: URL): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LIMIT) throw new Error(`${url.origin} answered with more than ${LIMIT} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer, url: URL): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Error(`${url.origin} answered with something that is not JSON`);
  }
}

/** The message of a failed fetch says nothing; its cause has a code. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string; message?: string }; name?: string };
  return cause?.code ?? cause?.message ?? name ?? 'unknown reason';
}
