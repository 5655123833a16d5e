import type { IncomingMessage } from 'node:http';

/** How long the last answer on a connection waits for the rest of a body that nobody wants, in milliseconds. */
const REST_OF_BODY_MS = 250;

/**
 * Reads what is left of a body, for a moment. Node closes a connection that is not kept alive right after the answer, and
 * a client that still writes then would lose the answer with it (RFC 9112, section 9.6).
 */
export function restOfBody(request: IncomingMessage): Promise<void> | undefined {
  if (request.complete || request.destroyed) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timeout);
      request.off('end', done).off('close', done);
      resolve();
    };
    const timeout = setTimeout(done, REST_OF_BODY_MS);
    request.on('end', done).on('close', done).resume();
  });
}
