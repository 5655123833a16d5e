import {
  type AdapterFactory,
  type AsymmetricSigningAlgorithm,
  type Configuration,
  Provider,
} from 'oidc-provider';
import type { SigningKey } from './signing-key.ts';

/** Where an authorization code is sent; nobody listens there. */
export const REDIRECT_URI = 'https://client.example/callback';

/** The path of each endpoint that the tests look at. */
export const PATHS = {
  authorization: '/auth',
  token: '/token',
  jwks: '/jwks',
  introspection: '/token/introspection',
  revocation: '/token/revocation',
} as const;

/** The settings that differ between providers. */
export interface ProviderTraits {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience: string;
  /** All scopes there are, separated by spaces. */
  readonly scope: string;
  /** How long an access token lasts. */
  readonly tokenSeconds: number;
  /** The `typ` of an access token; RFC 9068 requires `at+jwt`, some providers say `JWT`. */
  readonly typ: string;
  /** Claims besides the usual ones, for a token whose subject is given. They replace none of the usual ones. */
  readonly extraClaims: (subject: string) => Record<string, unknown>;
  /** A second client, without a secret: a page in a browser. Nobody but its origin may call from one. */
  readonly page?: PageClient;
}

/** A page in a browser, as a client. */
export interface PageClient {
  readonly clientId: string;
  readonly redirectUri: string;
  /** Whether it gets refresh tokens; it does if this is left out. */
  readonly refreshes?: boolean;
}

/** A provider at `issuer` that signs with the first of its keys and publishes all. */
export function createProvider(
  issuer: string,
  keys: readonly SigningKey[],
  traits: ProviderTraits,
  state: AdapterFactory,
): Provider {
  const provider = new Provider(issuer, configurationOf(keys, traits, state));
  signInWithoutAsking(provider, traits);
  return provider;
}

function configurationOf(
  keys: readonly SigningKey[],
  traits: ProviderTraits,
  adapter: AdapterFactory,
): Configuration {
  const [first] = keys;
  if (!first)
    throw new Error('a provider needs a key; for an empty set, answerWith a document that has none');
  const { kid } = first;
  const alg = first.alg as AsymmetricSigningAlgorithm;
  const { clientId, clientSecret, audience, page, scope, tokenSeconds, typ, extraClaims } = traits;
  return {
    adapter,
    jwks: { keys: [...keys] },
    cookies: { keys: ['signs the cookies of a test'] },
    routes: PATHS,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [REDIRECT_URI],
        response_types: ['code'],
        grant_types: ['authorization_code', 'client_credentials'],
        id_token_signed_response_alg: alg,
      },
      ...(page
        ? [
            {
              client_id: page.clientId,
              token_endpoint_auth_method: 'none' as const,
              redirect_uris: [page.redirectUri],
              post_logout_redirect_uris: [page.redirectUri],
              response_types: ['code' as const],
              grant_types: ['authorization_code', ...(page.refreshes === false ? [] : ['refresh_token'])],
              id_token_signed_response_alg: alg,
            },
          ]
        : []),
    ],
    clientBasedCORS: (_ctx, origin) => page !== undefined && new URL(page.redirectUri).origin === origin,
    enabledJWA: { idTokenSigningAlgValues: [alg] },
    pkce: { required: () => true },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // What is left out here has a default that prints a notice when it is used.
    ttl: {
      AccessToken: tokenSeconds,
      AuthorizationCode: 60,
      ClientCredentials: tokenSeconds,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      RefreshToken: 3600,
      Session: 3600,
    },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_ctx, { uid }) => `${INTERACTION}${uid}` },
    renderError: (ctx, out) => {
      ctx.type = 'json';
      ctx.body = out;
    },
    extraTokenClaims: (_ctx, token) => {
      const accountId = 'accountId' in token ? token.accountId : undefined;
      return extraClaims(accountId ?? clientId);
    },
    formats: {
      customizers: {
        jwt: (_ctx, _token, parts) => {
          parts.header = { typ };
        },
      },
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out here too</button>`;
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        getResourceServerInfo: () => ({
          audience,
          scope,
          accessTokenFormat: 'jwt',
          accessTokenTTL: tokenSeconds,
          // The kid keeps an older key from signing.
          jwt: { sign: { alg, kid } },
        }),
      },
    },
  };
}

const INTERACTION = '/interaction/';

/** In place of a login page that asks for a password. */
const LOGIN_PAGE = '<form><label>Account <input name="account"></label> <button>Sign in</button></form>';

/** The user in `login_hint` or on the login page is signed in and consents to everything. */
function signInWithoutAsking(provider: Provider, { audience, scope }: ProviderTraits): void {
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith(INTERACTION)) return next();
    const { params } = await provider.interactionDetails(ctx.req, ctx.res);
    const account = params.login_hint ?? ctx.query.account;
    if (account === undefined) {
      ctx.type = 'html';
      ctx.body = LOGIN_PAGE;
      return;
    }
    const accountId = String(account);
    const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
    grant.addOIDCScope('openid');
    grant.addResourceScope(String(params.resource ?? audience), scope);
    const grantId = await grant.save();
    const answer = { login: { accountId }, consent: { grantId } };
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, answer));
  });
}
