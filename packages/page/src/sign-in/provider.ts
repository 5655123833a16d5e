import * as oauth from 'oauth4webapi';
import { go } from '../address.js';
import type { HeldToken } from './token.js';

/** What `GET /page/config` says of the provider. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resource: string;
}

/** A sign-in that has begun, in the tab's own storage until the provider sends the person back. */
interface Begun {
  readonly state: string;
  readonly verifier: string;
  /** The fragment of the address to come back to. */
  readonly fragment: string;
  readonly isSilent: boolean;
}

/** How a sign-in ended. */
export type CameBack =
  | { readonly token: HeldToken; readonly fragment: string }
  /** Nobody was asked, because the provider does not know the person any more. */
  | { readonly token: undefined; readonly fragment: string };

const BEGUN = 'sign-in';
const ID_TOKEN = 'id-token';

/** Where the provider sends the person back to. */
const homeOf = ({ resource }: Provider) => `${resource}/`;

/** Whom the provider asks: nobody, who it does not know, or everybody, so that somebody else can sign in. */
export type Asked = 'nobody' | 'unknown' | 'everybody';

/** Leaves the page for the provider. */
export async function beginSignIn(provider: Provider, asked: Asked): Promise<never> {
  const { authorization_endpoint: endpoint } = await metadataOf(provider);
  if (endpoint === undefined) throw new Error(`${provider.issuer} has no authorization endpoint`);
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
  const begun: Begun = { state, verifier, fragment: location.hash, isSilent: asked === 'nobody' };
  sessionStorage.setItem(BEGUN, JSON.stringify(begun));
  const url = new URL(endpoint);
  const question = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: homeOf(provider),
    scope: ['openid', ...provider.scopes].join(' '),
    resource: provider.resource,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...promptOf(provider, asked),
  };
  for (const [name, value] of Object.entries(question)) url.searchParams.set(name, value);
  location.assign(url);
  // The page is being left.
  return await new Promise(() => {});
}

function promptOf({ scopes }: Provider, asked: Asked): { prompt?: string } {
  if (asked === 'nobody') return { prompt: 'none' };
  // Without consent a provider gives no refresh token (OpenID Connect Core, section 11).
  const prompts = [
    ...(asked === 'everybody' ? ['login'] : []),
    ...(scopes.includes('offline_access') ? ['consent'] : []),
  ];
  return prompts.length === 0 ? {} : { prompt: prompts.join(' ') };
}

/** Exchanges the code in the address, which is taken out of it, for a token; `undefined` if there is none. */
export async function comeBack(provider: Provider): Promise<CameBack | undefined> {
  const given = new URL(location.href);
  if (!given.searchParams.has('state')) return undefined;
  const stored = sessionStorage.getItem(BEGUN);
  sessionStorage.removeItem(BEGUN);
  const begun = (stored === null ? {} : JSON.parse(stored)) as Partial<Begun>;
  const { fragment = '', isSilent = false, state, verifier = '' } = begun;
  go(location.pathname + fragment, 'replace');
  if (state !== given.searchParams.get('state')) throw new Error('This sign-in was not begun in this tab');
  if (isSilent && given.searchParams.has('error')) return { token: undefined, fragment };

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
  const answer = await oauth.processAuthorizationCodeResponse(server, client, response);
  return { token: tokenIn(answer, provider), fragment };
}

/** Ends the session at the provider too, where it says how. */
export async function endSession(provider: Provider): Promise<void> {
  const hint = sessionStorage.getItem(ID_TOKEN);
  sessionStorage.clear();
  const { end_session_endpoint: endpoint } = await metadataOf(provider);
  if (endpoint === undefined) return;
  const url = new URL(endpoint);
  url.searchParams.set('client_id', provider.clientId);
  url.searchParams.set('post_logout_redirect_uri', homeOf(provider));
  if (hint !== null) url.searchParams.set('id_token_hint', hint);
  location.assign(url);
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
