import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The callbacks for the end of each connection; one listener for each pipelined request would be too many. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/** The callbacks for the end of each answer: with a listener for each, Node.js would warn of a leak. */
const callbacks = new WeakMap<ServerResponse, Set<() => void>>();

/**
 * Calls back once an answer is sent, or its connection is gone. Node reports the latter only to the answer that it is
 * writing, not to those that wait.
 */
export function whenAnswered(response: ServerResponse, done: () => void): void {
  const { socket } = response.req;
  if (response.closed || socket.destroyed) {
    done();
    return;
  }
  const others = callbacks.get(response);
  if (others) {
    others.add(done);
    return;
  }
  const dones = new Set([done]);
  callbacks.set(response, dones);
  const all = waiting.get(socket) ?? waitFor(socket);
  const once = () => {
    if (!all.delete(once)) return;
    callbacks.delete(response);
    for (const one of dones) one();
  };
  all.add(once);
  response.on('close', once);
  // A lingering answer is written before it is closed.
  response.on('answered', once);
}

function waitFor(socket: Socket): Set<() => void> {
  const all = new Set<() => void>();
  waiting.set(socket, all);
  socket.once('close', () => {
    for (const one of all) one();
  });
  return all;
}
