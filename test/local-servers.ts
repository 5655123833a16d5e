import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { until } from './until.ts';

/** Servers on 127.0.0.1 that live as long as the test that starts them. */
export interface LocalServers {
  http(listener: RequestListener): Promise<URL>;
  /** `respond` gets the connection when the request's head has come, and writes what it likes. */
  raw(respond: (socket: Socket) => void): Promise<URL>;
  /** Waits until clients have closed every connection that they sent anything over: `fetch` replaces one that is lost, and keeps it. */
  allConnectionsClosed(): Promise<void>;
}

/** Call it in a suite: mocha's hooks close servers that a test leaves open. */
export function localServers(): LocalServers {
  const servers = new Set<Server>();
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
    servers.clear();
  });
  const listen = async (server: Server): Promise<URL> => {
    servers.add(server);
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  };
  return {
    http: (listener) => listen(createHttpServer(listener)),
    raw: (respond) => listen(createServer((socket) => socket.once('data', () => respond(socket)))),
    allConnectionsClosed: async () => {
      await until(
        () => [...sockets].every(({ bytesRead }) => bytesRead === 0),
        'the end of every connection',
      );
    },
  };
}
