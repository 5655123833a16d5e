import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A line to a server that can fail as networks do. */
export interface AProxy {
  /** The URL of the server, over this line. */
  readonly url: string;
  /** Swallows every byte from now on, in both directions, and cuts nothing. */
  swallow(): void;
  /** How many bytes it has swallowed. */
  swallowed(): number;
  /** Does the same, and hands on no end of a connection either: the server keeps what it had, locks included. */
  vanish(): void;
  /** Hands on everything so many milliseconds later. */
  slow(milliseconds: number): void;
  /** How often a client has sent something after an answer, or as the first. */
  trips(): number;
  /** Ends every connection with a reset, and takes new ones. */
  reset(): void;
  /** Cuts the connection once the server answers to this text of a client: the text gets through, the answer does not. */
  cutBehind(text: string): void;
  /** Cuts everything and takes no more, as a server that is stopped. */
  stop(): Promise<void>;
  /** Is as it was at first; connections that were cut stay so. */
  heal(): Promise<void>;
}

export async function aProxy(url: string): Promise<AProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  let isGone = false;
  let swallowed = 0;
  let delay = 0;
  let last: string | undefined;
  let trips = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isCut = false;
    let isAnswered = true;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      // A network keeps the order of bytes, also when it becomes faster.
      let handedOn: Promise<unknown> = Promise.resolve();
      sockets.add(from);
      from.on('error', () => {});
      from.once('close', () => {
        sockets.delete(from);
        if (!isGone) to.destroy();
      });
      from.on('data', (bytes) => {
        if (from === client && isAnswered) trips++;
        isAnswered = from === upstream;
        if (isSwallowing) swallowed += bytes.length;
        // The server has done what it got, and answers; nobody hears of that.
        if (isCut) client.destroy();
        if (isSwallowing || isCut) return;
        const arriving = delay > 0 ? sleep(delay) : undefined;
        handedOn = handedOn.then(() => arriving).then(() => to.write(bytes));
        if (from === client && last !== undefined && bytes.includes(last)) {
          last = undefined;
          isCut = true;
        }
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const port = await listen(0);
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = String(port);
  return {
    url: proxied.href,
    swallow: () => {
      isSwallowing = true;
    },
    swallowed: () => swallowed,
    trips: () => trips,
    vanish: () => {
      isSwallowing = true;
      isGone = true;
    },
    slow: (milliseconds) => {
      delay = milliseconds;
    },
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    cutBehind: (text) => {
      last = text;
    },
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    heal: async () => {
      isSwallowing = false;
      isGone = false;
      delay = 0;
      last = undefined;
      if (!server.listening) await listen(port);
    },
  };
}
