import { words } from '../words.js';

/**
 * The authorization code flow with PKCE, for a public client: OAuth 2.0 (RFC 6749, 7636, 9207) and OpenID Connect Core 1.0. Each function
 * throws an `Error` whose message is for people; a request without an answer is a `TypeError`.
 */

/** The metadata of a provider that the page reads (OpenID Connect Discovery 1.0). */
export interface ProviderMetadata {
  readonly issuer: string;
  readonly authorization_endpoint?: string;
  readonly token_endpoint?: string;
  readonly end_session_endpoint?: string;
  readonly authorization_response_iss_parameter_supported?: boolean;
}

export interface TokenAnswer {
  readonly accessToken: string;
  readonly seconds: number | undefined;
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
}

interface ExpectedIdToken {
  readonly issuer: string;
  readonly clientId: string;
  /** Missing after a renewal, whose ID token needs no nonce. */
  readonly nonce?: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The largest difference between the clocks of the provider and of this machine. */
const CLOCK_TOLERANCE_SECONDS = 30;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function refuse(what: keyof typeof words.signIn.refusals): never {
  throw new Error(words.signIn.refusals[what]);
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns a secret of 256 bits for `state`, `nonce` or the verifier. */
export function randomSecret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns the `S256` challenge of a verifier. */
export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

/** Reads the metadata of the provider; they must name this issuer. */
export async function discover(issuer: string): Promise<ProviderMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { redirect: 'error' });
  const metadata = await jsonOf(response);
  const named = text(metadata.issuer);
  if (!response.ok || named === undefined || new URL(named).href !== new URL(issuer).href) refuse('metadata');
  return metadata as unknown as ProviderMetadata;
}

/** Returns the code from the address to which the provider redirected the browser. */
export function codeIn(
  parameters: URLSearchParams,
  { authorization_response_iss_parameter_supported: namesIssuer, issuer }: ProviderMetadata,
  state: string,
): string {
  const only = (name: string): string | null => {
    const [value = null, ...more] = parameters.getAll(name);
    return more.length > 0 ? refuse('answer') : value;
  };
  // Another provider could have redirected the browser (RFC 9207).
  const from = only('iss');
  if (from === null ? namesIssuer : from !== issuer) refuse('issuer');
  if (only('state') !== state) refuse('notBegun');
  const error = only('error');
  if (error !== null) throw new Error(only('error_description') ?? error);
  return only('code') ?? refuse('answer');
}

export async function requestToken(
  { token_endpoint: endpoint }: ProviderMetadata,
  body: Readonly<Record<string, string>>,
  expected: ExpectedIdToken,
): Promise<TokenAnswer> {
  const response = await fetch(endpoint ?? refuse('metadata'), {
    method: 'POST',
    body: new URLSearchParams({ client_id: expected.clientId, ...body }),
    headers: { Accept: 'application/json' },
    redirect: 'error',
  });
  const answer = await jsonOf(response);
  if (!response.ok)
    throw new Error(text(answer.error_description) ?? text(answer.error) ?? words.signIn.refusals.answer);
  const { expires_in: seconds, token_type: type } = answer;
  const accessToken = text(answer.access_token);
  if (accessToken === undefined || text(type)?.toLowerCase() !== 'bearer') refuse('answer');
  const idToken = text(answer.id_token);
  if (idToken !== undefined) checkIdToken(idToken, expected);
  else if (expected.nonce !== undefined) refuse('idToken');
  return {
    accessToken,
    // Some providers write the number as a string.
    seconds: Number(seconds) > 0 ? Number(seconds) : undefined,
    idToken,
    refreshToken: text(answer.refresh_token),
  };
}

/**
 * Checks the claims of an ID token. It comes from the provider itself, over TLS, so that its signature need not be checked
 * (OpenID Connect Core, section 3.1.3.7).
 */
function checkIdToken(token: string, { clientId, issuer, nonce }: ExpectedIdToken): void {
  const { aud, azp, exp, iat, iss, nonce: named, sub } = claimsOf(token) ?? refuse('idToken');
  const audience = [aud].flat();
  const isForUs =
    audience.includes(clientId) && (azp === undefined ? audience.length === 1 : azp === clientId);
  const now = Date.now() / 1000;
  if (iss !== issuer || !isForUs || text(sub) === undefined || typeof iat !== 'number') refuse('idToken');
  if (typeof exp !== 'number' || exp <= now - CLOCK_TOLERANCE_SECONDS) refuse('ended');
  if (nonce !== undefined && named !== nonce) refuse('nonce');
}

/** Returns the claims of a JWT without a check of its signature; `undefined` if the text is not a JWT. */
export function claimsOf(token: string): Json | undefined {
  const [, payload = '', ...more] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (more.length === 1 && claims instanceof Object) return claims as Json;
  } catch {
    // The text is not a JWT.
  }
  return undefined;
}

/** Returns the object in an answer; an empty one if the answer is not an object. */
async function jsonOf(response: Response): Promise<Json> {
  const json: unknown = await response.json().catch(() => undefined);
  return json instanceof Object ? (json as Json) : {};
}
