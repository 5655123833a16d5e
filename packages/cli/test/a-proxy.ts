import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fate of a request: it is passed on, or answered or cut off here. */
type OnTheWay = (
  asked: IncomingMessage,
  response: ServerResponse,
) => 'pass' | 'cut' | 'answered' | 'cut answer';

/** A proxy before a service. */
export interface AProxy {
  readonly url: string;
  /** Decides over each request; passes all of them until a test says otherwise. */
  onTheWay: OnTheWay;
  /** Called before a request is passed on. */
  before: (asked: IncomingMessage) => Promise<void>;
  /** The requests that came, such as `POST /user/change-permissions`, with their bodies and how long those were. */
  readonly asked: { readonly what: string; readonly body: string; readonly bytes: number }[];
  close(): void;
}

/** Starts a proxy that can lose requests and answers. */
export async function aProxy(serviceUrl: string): Promise<AProxy> {
  const server = createServer(async (asked, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    proxy.asked.push({ what: `${asked.method} ${asked.url}`, body: `${body}`, bytes: body.length });
    const fate = proxy.onTheWay(asked, response);
    if (fate === 'answered') return;
    if (fate === 'cut') return void asked.socket.destroy();
    await proxy.before(asked);
    const passed = request(new URL(asked.url ?? '', serviceUrl), {
      method: asked.method ?? '',
      headers: asked.headers,
    }).end(body);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    if (fate === 'cut answer') {
      answer.resume();
      return void asked.socket.destroy();
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const proxy: AProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onTheWay: () => 'pass',
    before: async () => {},
    asked: [],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
