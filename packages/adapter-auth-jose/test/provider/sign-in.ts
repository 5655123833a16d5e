import { createHash, randomBytes } from 'node:crypto';

/** An authorization request of a client that asks for a token for one account. */
export interface SignInRequest {
  readonly authorizationUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly audience: string;
  readonly scope: string;
  readonly accountId: string;
}

/** The values that the token endpoint requires for a token. */
export interface SignedIn {
  readonly code: string;
  /** Of PKCE, RFC 7636. */
  readonly codeVerifier: string;
}

/** Goes the way of a browser: follows the redirects with cookies, up to the one that leads to the client. */
export async function signIn(request: SignInRequest): Promise<SignedIn> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('base64url');
  const cookies = new Map<string, string>();
  let url = new URL(request.authorizationUrl);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    resource: request.audience,
    scope: request.scope,
    login_hint: request.accountId,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
  }).toString();

  for (let hops = 0; hops < 10; hops++) {
    if (url.href.startsWith(request.redirectUri)) {
      const code = url.searchParams.get('code');
      if (code && url.searchParams.get('state') === state) return { code, codeVerifier };
      break;
    }
    url = await nextStop(url, cookies);
  }
  throw new Error(`signing in ended without a code at ${url}`);
}

async function nextStop(url: URL, cookies: Map<string, string>): Promise<URL> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(url, { redirect: 'manual', headers: { cookie, connection: 'close' } });
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';', 1);
    const equals = pair.indexOf('=');
    cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  const location = response.headers.get('location');
  const body = await response.text();
  if (!location) throw new Error(`no redirect but ${response.status} at ${url}: ${body}`);
  return new URL(location, url);
}
