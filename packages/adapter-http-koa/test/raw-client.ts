import { connect, type Socket } from 'node:net';

/** A connection without HTTP, and when it ended. */
export interface RawClient {
  readonly socket: Socket;
  /** All that came so far. */
  received(): string;
  /** What came until the server hung up, and after how many milliseconds that was. */
  readonly ended: Promise<{ readonly text: string; readonly after: number }>;
}

/** Connects, and sends a beginning. Hangs up when the server does, unless it may stay half open. */
export async function rawClient(
  port: number,
  sent: string | Buffer = '',
  { allowHalfOpen = false } = {},
): Promise<RawClient> {
  // Before the server can have accepted the connection: its limits begin there.
  const begun = performance.now();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // What is cut off rather than answered ends too.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const ended = closed.then(() => ({ text, after: performance.now() - begun }));
  // One that is turned away can be reset before it is connected.
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), ended]);
  if (sent.length > 0) socket.write(sent);
  return { socket, received: () => text, ended };
}

/** Status, headers in small letters, and body of an answer. */
export function readAnswer(text: string): { status: number; headers: string; body: string } {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body };
}

/** The status of `GET /health/live` over a connection of its own: `NaN` where no more are taken. */
export async function liveStatus(port: number): Promise<number> {
  const sent = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  return readAnswer((await (await rawClient(port, sent)).ended).text).status;
}
