import { go } from '../address.js';
import { words } from '../words.js';
import {
  challengeOf,
  codeIn,
  discover,
  type ProviderMetadata,
  randomSecret,
  requestToken,
  type TokenAnswer,
} from './code-flow.js';
import type { HeldToken } from './token.js';

/** The provider, from `GET /page/config`. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resource: string;
}

/** The value of `prompt`: never ask the person, or always. */
export type Prompt = 'none' | 'login';

/** A sign-in in progress, in the storage of the tab until the provider redirects back. */
interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The fragment of the address to return to. */
  readonly fragment: string;
  readonly isSilent: boolean;
}

/** The end of a sign-in. The token is missing if the provider, asked silently, has no session. */
export interface CameBack {
  readonly token: HeldToken | undefined;
}

const BEGUN = 'sign-in';
const ID_TOKEN = 'id-token';

const homeOf = ({ resource }: Provider) => `${resource}/`;

export async function beginSignIn(provider: Provider, prompt?: Prompt): Promise<never> {
  const home = homeOf(provider);
  // At another address of the service, the tab that the provider returns to would not have begun the sign-in.
  if (!location.href.startsWith(new URL(home).href)) return await leaveFor(home + location.hash);
  const { authorization_endpoint: endpoint } = await metadataOf(provider);
  if (endpoint === undefined) throw new Error(words.signIn.refusals.metadata);
  const begun: Begun = {
    state: randomSecret(),
    nonce: randomSecret(),
    verifier: randomSecret(),
    fragment: location.hash,
    isSilent: prompt === 'none',
  };
  const url = new URL(endpoint);
  const question = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: home,
    scope: ['openid', ...provider.scopes].join(' '),
    resource: provider.resource,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await challengeOf(begun.verifier),
    code_challenge_method: 'S256',
    ...(prompt !== undefined && { prompt }),
  };
  for (const [name, value] of Object.entries(question)) url.searchParams.set(name, value);
  // Without a wait between: of several concurrent sign-ins, the last one is stored and followed.
  sessionStorage.setItem(BEGUN, JSON.stringify(begun));
  return await leaveFor(url.href);
}

/** Removes the code from the address, and exchanges it for a token; returns `undefined` without a code. */
export async function comeBack(provider: Provider): Promise<CameBack | undefined> {
  const given = new URL(location.href);
  if (!given.searchParams.has('state')) return undefined;
  const stored = sessionStorage.getItem(BEGUN);
  sessionStorage.removeItem(BEGUN);
  const begun = (stored === null ? {} : JSON.parse(stored)) as Partial<Begun>;
  const { fragment = '', isSilent = false, nonce = '', state, verifier = '' } = begun;
  go(location.pathname + fragment, 'replace');
  if (state !== given.searchParams.get('state')) throw new Error(words.signIn.refusals.notBegun);
  if (isSilent && given.searchParams.has('error')) return { token: undefined };

  const server = await metadataOf(provider);
  const answer = await requestToken(
    server,
    {
      grant_type: 'authorization_code',
      code: codeIn(given.searchParams, server, state as string),
      redirect_uri: homeOf(provider),
      code_verifier: verifier,
      resource: provider.resource,
    },
    { issuer: server.issuer, clientId: provider.clientId, nonce },
  );
  return { token: tokenIn(answer, provider) };
}

/** Clears the storage of the tab, and ends the session at the provider; returns `false` if its metadata do not say how. */
export async function endSession(provider: Provider): Promise<boolean> {
  const hint = sessionStorage.getItem(ID_TOKEN);
  sessionStorage.clear();
  const { end_session_endpoint: endpoint } = await metadataOf(provider);
  if (endpoint === undefined) return false;
  const url = new URL(endpoint);
  url.searchParams.set('client_id', provider.clientId);
  url.searchParams.set('post_logout_redirect_uri', homeOf(provider));
  if (hint !== null) url.searchParams.set('id_token_hint', hint);
  return await leaveFor(url.href);
}

/** Returns why a sign-in failed, in the provider's words if it gives a reason. */
export function reasonOf(error: unknown, { issuer }: Provider): string {
  // A request without an answer is a TypeError.
  if (error instanceof TypeError) return words.signIn.noAnswer(new URL(issuer).host);
  return error instanceof Error ? error.message : String(error);
}

/** Never resolves, because the browser leaves the page. */
function leaveFor(url: string): Promise<never> {
  location.assign(url);
  return new Promise(() => {});
}

function tokenIn(
  { accessToken, idToken, refreshToken, seconds }: TokenAnswer,
  provider: Provider,
): HeldToken {
  if (idToken !== undefined) sessionStorage.setItem(ID_TOKEN, idToken);
  return {
    token: accessToken,
    ...(seconds !== undefined && { endsAt: Date.now() + seconds * 1000 }),
    ...(refreshToken !== undefined && { renew: () => renewed(refreshToken, provider) }),
  };
}

async function renewed(refreshToken: string, provider: Provider): Promise<HeldToken> {
  const server = await metadataOf(provider);
  const { clientId, resource } = provider;
  const answer = await requestToken(
    server,
    { grant_type: 'refresh_token', refresh_token: refreshToken, resource },
    { issuer: server.issuer, clientId },
  );
  // A provider that returns no new refresh token accepts this one again.
  return tokenIn({ ...answer, refreshToken: answer.refreshToken ?? refreshToken }, provider);
}

let metadata: Promise<ProviderMetadata> | undefined;

function metadataOf({ issuer }: Provider): Promise<ProviderMetadata> {
  metadata ??= discover(issuer);
  metadata.catch(() => {
    metadata = undefined;
  });
  return metadata;
}
