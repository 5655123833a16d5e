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

/** What `GET /page/config` says of the provider. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resource: string;
}

/** What the provider is told about asking: to ask nothing, or to ask even somebody it knows. */
export type Prompt = 'none' | 'login';

/** A sign-in that has begun, in the tab's own storage until the provider sends the person back. */
interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The fragment of the address to come back to. */
  readonly fragment: string;
  readonly isSilent: boolean;
}

/** How a sign-in ended; without a token nobody was asked, and the provider does not know the person any more. */
export interface CameBack {
  readonly token: HeldToken | undefined;
}

const BEGUN = 'sign-in';
const ID_TOKEN = 'id-token';

/** Where the provider sends the person back to. */
const homeOf = ({ resource }: Provider) => `${resource}/`;

/** Leaves the page for the provider. */
export async function beginSignIn(provider: Provider, prompt?: Prompt): Promise<never> {
  const home = homeOf(provider);
  // Who is at another address of the service would come back to a tab that has begun nothing.
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
  // In one go: of several that begin at once, the last one is stored and followed.
  sessionStorage.setItem(BEGUN, JSON.stringify(begun));
  return await leaveFor(url.href);
}

/** Exchanges the code in the address, which is taken out of it, for a token; `undefined` if there is none. */
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

/** Forgets all that the tab has stored, and ends the session at the provider where it says how; else returns `false`. */
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

/** Why a sign-in has failed, for people: what the provider says, if it says anything. */
export function reasonOf(error: unknown, { issuer }: Provider): string {
  // A request that gets no answer is a TypeError.
  if (error instanceof TypeError) return words.signIn.noAnswer(new URL(issuer).host);
  return error instanceof Error ? error.message : String(error);
}

/** The page is being left: nothing comes after. */
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
  // A provider that gives no other one lets this one be used again.
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
