import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What waits for the end of each connection; a listener for each request would be too many where they are pipelined. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once an answer is sent, or its connection is gone. Node says the latter only to the answer that it writes,
 * not to those that wait for it.
 */
export function whenAnswered(response: ServerResponse, done: () => void): void {
  const { socket } = response.req;
  if (response.closed || socket.destroyed) {
    done();
    return;
  }
  const all = waiting.get(socket) ?? waitFor(socket);
  const once = () => {
    if (all.delete(once)) done();
  };
  all.add(once);
  response.on('close', once);
  // One that lingers is written before it is closed.
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
