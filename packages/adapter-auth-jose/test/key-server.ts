import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWK, SignJWT } from 'jose';
import type { SigningKey } from './provider/signing-key.ts';

/** Signs claims as a provider would; `header` replaces and adds. */
export function signWith(key: SigningKey, claims: object, header: object = {}): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: key.alg, typ: 'at+jwt', kid: key.kid, ...header })
    .sign(key);
}

/** A key set over HTTP that can change, fail, be slow and be unreachable. */
export interface KeyServer {
  readonly url: URL;
  /** How often it was asked. */
  asked: number;
  /** The answer, or the way to answer. */
  answer:
    | { readonly keys: readonly JWK[] }
    | { readonly text: string }
    | { readonly status: number; readonly location?: string }
    | 'nothing';
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startKeyServer(keys: readonly JWK[]): Promise<KeyServer> {
  let port = 0;
  const server = createServer((_request, response) => {
    keyServer.asked++;
    const { answer } = keyServer;
    if (answer === 'nothing') return;
    if ('text' in answer) response.end(answer.text);
    else if ('keys' in answer) response.end(JSON.stringify(answer));
    else response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end();
  });
  const start = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await start();
  const keyServer: KeyServer = {
    url: new URL(`http://127.0.0.1:${port}/keys`),
    asked: 0,
    answer: { keys },
    start,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return keyServer;
}
