import type { ServerResponse } from 'node:http';

/** How long a client can continue to send its body after the answer, in milliseconds. */
const DRAIN_MS = 1_000;

/**
 * Sends an answer whose request was not read to its end, and reads the rest. The answer ends, and with it the connection, once the rest
 * has come, the client has hung up, or a second has passed. Closing the connection earlier would take the answer away from a client
 * that is still sending.
 */
export function drainUnread(response: ServerResponse, answer: string | Buffer): void {
  const end = () => {
    clearTimeout(cutOff);
    response.end();
  };
  const cutOff = setTimeout(end, DRAIN_MS);
  response.write(answer);
  response.req.once('end', end).once('close', end).resume();
}
