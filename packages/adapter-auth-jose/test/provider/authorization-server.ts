import { basicCredentials } from './basic-credentials.ts';
import {
  createProvider,
  PATHS,
  type PageClient,
  type ProviderTraits,
  REDIRECT_URI,
} from './create-provider.ts';
import { IntrospectionServer } from './introspection-server.ts';
import { LoopbackServer } from './loopback-server.ts';
import { providerState } from './provider-state.ts';
import { signIn } from './sign-in.ts';
import { newSigningKey, publicHalf, type SigningKey } from './signing-key.ts';

/** Everything has a default. */
export interface AuthorizationServerOptions extends Partial<ProviderTraits> {
  /** The first signs, all are published. Without them there is one new key for ES256. */
  readonly keys?: readonly SigningKey[];
}

/** Requests that have arrived since the first start. */
export interface RequestCounts {
  /** Both well-known documents, OpenID's and OAuth's. */
  readonly discovery: number;
  readonly jwks: number;
  readonly token: number;
  readonly introspection: number;
}

interface TokenAnswer {
  readonly access_token: string;
  /** After a log-in only. */
  readonly id_token: string;
}

const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'] as const;

const DEFAULTS: ProviderTraits = {
  clientId: 'test-client',
  // Goes wrong when it is not form-encoded before it goes into a header.
  clientSecret: 'secret: 100% + more',
  audience: 'urn:ops-admin:test',
  scope: 'ops:read ops:write',
  tokenSeconds: 600,
  typ: 'at+jwt',
  extraClaims: () => ({}),
};

/** Starts npm `oidc-provider` on a free port of 127.0.0.1. The caller stops it. */
export async function startAuthorizationServer({
  keys,
  ...traits
}: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
  const server = new AuthorizationServer({ ...DEFAULTS, ...traits });
  await server.start();
  try {
    await server.useKeys(keys ?? [await newSigningKey()]);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** A real authorization server, which can rotate its keys, answer late, be broken, be unreachable and return. */
export class AuthorizationServer {
  /** Stops and fails by itself too; it answers for JWT access tokens, which oidc-provider does not introspect. */
  readonly introspection: IntrospectionServer;
  #traits: ProviderTraits;
  readonly #server = new LoopbackServer();
  readonly #state = providerState();
  #keys: readonly SigningKey[] = [];

  constructor(traits: ProviderTraits) {
    this.#traits = traits;
    this.introspection = new IntrospectionServer({
      clientId: traits.clientId,
      clientSecret: traits.clientSecret,
      issuer: () => this.issuer,
      keys: () => this.#keys.map(publicHalf),
    });
  }

  /** The same after a restart. */
  get issuer(): string {
    return this.#server.url;
  }

  get discoveryUrl(): string {
    return this.issuer + DISCOVERY[0];
  }

  get jwksUrl(): string {
    return this.issuer + PATHS.jwks;
  }

  /** Of {@link introspection}; the discovery document names oidc-provider's own, which refuses JWTs. */
  get introspectionUrl(): string {
    return this.introspection.url;
  }

  get clientId(): string {
    return this.#traits.clientId;
  }

  get clientSecret(): string {
    return this.#traits.clientSecret;
  }

  get audience(): string {
    return this.#traits.audience;
  }

  /** The private keys, the one that signs first. */
  get keys(): readonly SigningKey[] {
    return this.#keys;
  }

  get counts(): RequestCounts {
    return {
      discovery: this.#server.asked(...DISCOVERY),
      jwks: this.#server.asked(PATHS.jwks),
      token: this.#server.asked(PATHS.token),
      introspection: this.introspection.asked,
    };
  }

  /** A token of the client itself: its subject is the client's id. */
  async clientCredentialsToken({ scope = this.#traits.scope }: { scope?: string } = {}): Promise<string> {
    const form = { grant_type: 'client_credentials', resource: this.audience, scope };
    return (await this.#askForToken(form)).access_token;
  }

  /** A token of an account, any name will do, which has logged in and consented. */
  async authorizationCodeToken(accountId: string): Promise<string> {
    return (await this.#tokensOf(accountId)).access_token;
  }

  /** Says to the client who has logged in: signed with the same key, but not meant for the service. */
  async idToken(accountId: string): Promise<string> {
    return (await this.#tokensOf(accountId)).id_token;
  }

  /** From now on introspection says that the token is not active; it stays a valid JWT. */
  revoke(token: string): void {
    this.introspection.revoke(token);
  }

  /** Other keys from one request to the next, without a stop. */
  async useKeys(keys: readonly SigningKey[]): Promise<void> {
    const provider = createProvider(this.issuer, keys, this.#traits, this.#state);
    this.#keys = keys;
    this.#server.listener = provider.callback();
  }

  /** Registers a page after the start: a service that needs the issuer can serve it. */
  async registerPage(page: PageClient): Promise<void> {
    this.#traits = { ...this.#traits, page };
    await this.useKeys(this.#keys);
  }

  /** Stops, and starts at the same issuer; a rotation has the new key first and the old one still after it. */
  async restart({ keys = this.#keys }: { keys?: readonly SigningKey[] } = {}): Promise<void> {
    await this.stop();
    await this.useKeys(keys);
    await this.start();
  }

  /** Introspection too. */
  async start(): Promise<void> {
    await this.#server.start();
    await this.introspection.start();
  }

  /** Cuts all connections and refuses new ones, introspection too. May be called twice. */
  async stop(): Promise<void> {
    await this.#server.stop();
    await this.introspection.stop();
  }

  /** Makes every answer late, also those that the methods here wait for; 0 ends it. */
  delay(ms: number): void {
    this.#server.delay(ms);
    this.introspection.delay(ms);
  }

  /** Answers with this instead of the document. A text is sent as it is, anything else as JSON. */
  answerWith(
    document: 'discovery' | 'jwks',
    status: number,
    body: unknown,
    headers?: Record<string, string>,
  ): void {
    const paths = document === 'jwks' ? [PATHS.jwks] : DISCOVERY;
    for (const path of paths) this.#server.answerWith(path, status, body, headers);
  }

  /** Ends every {@link answerWith}, introspection's too. */
  answerNormally(): void {
    this.#server.answerNormally();
    this.introspection.answerNormally();
  }

  async #tokensOf(accountId: string): Promise<TokenAnswer> {
    const { code, codeVerifier } = await signIn({
      authorizationUrl: this.issuer + PATHS.authorization,
      clientId: this.clientId,
      redirectUri: REDIRECT_URI,
      audience: this.audience,
      scope: `openid ${this.#traits.scope}`,
      accountId,
    });
    return this.#askForToken({
      grant_type: 'authorization_code',
      resource: this.audience,
      redirect_uri: REDIRECT_URI,
      code,
      code_verifier: codeVerifier,
    });
  }

  async #askForToken(form: Record<string, string>): Promise<TokenAnswer> {
    const response = await fetch(this.issuer + PATHS.token, {
      method: 'POST',
      headers: { authorization: basicCredentials(this.#traits), connection: 'close' },
      body: new URLSearchParams(form),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`no token but ${response.status}: ${body}`);
    return JSON.parse(body) as TokenAnswer;
  }
}
