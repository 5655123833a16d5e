import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** An OAuth provider as far as the command sees one: documents over HTTP on this machine, and signed tokens. */
export class AProvider {
  /** The answers by path; all other paths are 404. */
  readonly documents = new Map<string, unknown>();
  readonly audience = 'https://ops.example';
  readonly #server = createServer((request, response) => {
    const document = this.documents.get(request.url ?? '');
    if (document === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  readonly #privateKey: CryptoKey;
  readonly #jwk: JWK;
  #port = 0;

  private constructor(privateKey: CryptoKey, jwk: JWK) {
    this.#privateKey = privateKey;
    this.#jwk = jwk;
  }

  /** A provider with its documents in place, listening. */
  static async start(): Promise<AProvider> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const bare = await exportJWK(publicKey);
    const jwk = { ...bare, kid: await calculateJwkThumbprint(bare), alg: 'ES256', use: 'sig' };
    const provider = new AProvider(privateKey, jwk);
    await provider.listen();
    provider.documents.set('/keys', provider.keySet);
    provider.documents.set('/.well-known/openid-configuration', provider.metadata);
    return provider;
  }

  /** Also the place of its server. */
  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get keySet(): { readonly keys: readonly JWK[] } {
    return { keys: [this.#jwk] };
  }

  get metadata(): { readonly issuer: string; readonly jwks_uri: string } {
    return { issuer: this.issuer, jwks_uri: `${this.issuer}/keys` };
  }

  /** The shortest configuration that takes its tokens. */
  get env(): { OPS_AUTH_ISSUER: string; OPS_AUTH_AUDIENCE: string } {
    return { OPS_AUTH_ISSUER: this.issuer, OPS_AUTH_AUDIENCE: this.audience };
  }

  /** An access token of a subject, valid for five minutes; claims and header as given replace and add. */
  token(sub: string, claims: object = {}, header: object = {}): Promise<string> {
    const iat = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: this.issuer, aud: this.audience, sub, iat, exp: iat + 300, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: this.#jwk.kid as string, ...header })
      .sign(this.#privateKey);
  }

  /** Comes back on the port it had. */
  async listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
