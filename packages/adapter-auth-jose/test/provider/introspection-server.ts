import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import { type ClientCredentials, readBasicCredentials } from './basic-credentials.ts';
import { LoopbackServer } from './loopback-server.ts';

/** The provider whose tokens are introspected, and the allowed client. */
export interface IntrospectionOptions extends ClientCredentials {
  readonly issuer: () => string;
  /** The public keys of the issuer at this moment. */
  readonly keys: () => readonly JWK[];
}

type Answer = [status: number, body: object, headers?: OutgoingHttpHeaders];

const PATH = '/introspect';

/**
 * Token introspection (RFC 7662) for the JWT access tokens of the authorization server, which oidc-provider refuses
 * to introspect and to revoke (`unsupported_token_type`) because it keeps no record of them. It is the tests' own, not
 * part of oidc-provider, and listens on a port of its own. A token is active if the issuer signed it with a key it
 * still publishes, it has not expired, and it was not revoked here.
 */
export class IntrospectionServer {
  readonly #options: IntrospectionOptions;
  readonly #server = new LoopbackServer();
  readonly #revoked = new Set<string>();

  constructor(options: IntrospectionOptions) {
    this.#options = options;
    this.#server.listener = async (request, response) => {
      // What is cut off has no body to read, and nobody to answer.
      const [status, body, headers] = await this.#answerTo(request).catch((): Answer => [400, {}]);
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
        .end(JSON.stringify(body));
    };
  }

  get url(): string {
    return this.#server.url + PATH;
  }

  /** Requests so far, with those that were refused. */
  get asked(): number {
    return this.#server.asked(PATH);
  }

  /** From now on the token is not active. */
  revoke(token: string): void {
    this.#revoked.add(token);
  }

  delay(ms: number): void {
    this.#server.delay(ms);
  }

  answerWith(status: number, body: unknown, headers?: Record<string, string>): void {
    this.#server.answerWith(PATH, status, body, headers);
  }

  answerNormally(): void {
    this.#server.answerNormally();
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  async #answerTo(request: IncomingMessage): Promise<Answer> {
    if (request.url !== PATH || request.method !== 'POST') return [404, { error: 'not_found' }];
    const form = new URLSearchParams(await text(request));
    const given = readBasicCredentials(request.headers.authorization) ?? {
      clientId: form.get('client_id'),
      clientSecret: form.get('client_secret'),
    };
    const { clientId, clientSecret } = this.#options;
    if (given.clientId !== clientId || given.clientSecret !== clientSecret) {
      return [401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="introspection"' }];
    }
    const token = form.get('token');
    return token ? [200, await this.#introspect(token)] : [400, { error: 'invalid_request' }];
  }

  async #introspect(token: string): Promise<object> {
    if (this.#revoked.has(token)) return { active: false };
    const keySet = createLocalJWKSet({ keys: [...this.#options.keys()] });
    return jwtVerify(token, keySet, { issuer: this.#options.issuer() }).then(
      ({ payload }) => ({ active: true, token_type: 'Bearer', ...payload }),
      () => ({ active: false }),
    );
  }
}
