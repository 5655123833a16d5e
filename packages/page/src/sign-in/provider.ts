import * as oauth from 'oauth4webapi';
import { go } from '../address.js';
import { words } from '../words.js';
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
  if (endpoint === undefined) throw new Error(words.signIn.noEndpoint);
  const begun: Begun = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
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
    code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
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
  if (state !== given.searchParams.get('state')) throw new Error(words.signIn.notBegun);
  if (isSilent && given.searchParams.has('error')) return { token: undefined };

  const server = await metadataOf(provider);
  const client = clientOf(provider);
  const parameters = oauth.validateAuthResponse(server, client, given, state as string);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    homeOf(provider),
    verifier,
    { ...INSECURE, additionalParameters: { resource: provider.resource } },
  );
  // The ID token comes from the provider itself, over TLS: its claims are checked, its signature need not be
  // (OpenID Connect, section 3.1.3.7).
  const answer = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
  });
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
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    return error.error_description ?? error.error;
  }
  // A request that gets no answer is a plain TypeError.
  if (error instanceof TypeError && !('code' in error)) return words.signIn.noAnswer(new URL(issuer).host);
  return error instanceof Error ? error.message : String(error);
}

/** The page is being left: nothing comes after. */
function leaveFor(url: string): Promise<never> {
  location.assign(url);
  return new Promise(() => {});
}

function tokenIn(answer: oauth.TokenEndpointResponse, provider: Provider): HeldToken {
  const { access_token: token, expires_in: seconds, id_token: idToken, refresh_token: refresh } = answer;
  if (idToken !== undefined) sessionStorage.setItem(ID_TOKEN, idToken);
  return {
    token,
    ...(seconds !== undefined && { endsAt: Date.now() + seconds * 1000 }),
    ...(refresh !== undefined && { renew: () => renewed(refresh, provider) }),
  };
}

async function renewed(refresh: string, provider: Provider): Promise<HeldToken> {
  const server = await metadataOf(provider);
  const client = clientOf(provider);
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh, {
    ...INSECURE,
    additionalParameters: { resource: provider.resource },
  });
  const answer = await oauth.processRefreshTokenResponse(server, client, response);
  // A provider that gives no other one lets this one be used again.
  return tokenIn({ refresh_token: refresh, ...answer }, provider);
}

/** The service says which addresses are safe: http is for the loopback alone. */
const INSECURE = { [oauth.allowInsecureRequests]: true };

const clientOf = ({ clientId }: Provider): oauth.Client => ({ client_id: clientId });

let metadata: Promise<oauth.AuthorizationServer> | undefined;

function metadataOf({ issuer }: Provider): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  metadata ??= oauth
    .discoveryRequest(url, INSECURE)
    .then((response) => oauth.processDiscoveryResponse(url, response));
  metadata.catch(() => {
    metadata = undefined;
  });
  return metadata;
}
