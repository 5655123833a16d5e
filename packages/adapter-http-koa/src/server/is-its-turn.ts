import type { ServerResponse } from 'node:http';
import { whenAnswered } from './when-answered.js';

/** After this long, what can make a large answer waits for another turn of the event loop. */
const LONGEST_TURN_MS = 20;

/**
 * So many turns come between two that wait, each a few microseconds if there is nothing else to do: Node.js accepts one
 * connection in a turn, reads it in the next and answers it in another.
 */
const TURNS_BETWEEN = 64;

const waiting: (() => void)[] = [];
let began: number | undefined;

/**
 * True once an answer that can be large, or a change, is to be made, false if its connection is gone. It is made when it is the next of its
 * connection, because a client can ask for many and read none; and one after the other, so that other requests are served
 * between them.
 */
export function isItsTurn(response: ServerResponse): true | Promise<boolean> {
  if (response.socket && waiting.length === 0 && isThereTime()) return true;
  return new Promise((resolve) => {
    const wait = () => queueUp(() => resolve(true));
    if (response.socket) wait();
    else response.once('socket', wait);
    whenAnswered(response, () => resolve(false));
  });
}

/** Resolves once the next piece of an answer in pieces is to be made: after other requests were served. */
export function nextTurn(): Promise<void> {
  return new Promise(queueUp);
}

function queueUp(go: () => void): void {
  waiting.push(go);
  if (waiting.length === 1) goOnLater();
}

function isThereTime(): boolean {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(() => {
      began = undefined;
    });
  }
  return now - began < LONGEST_TURN_MS;
}

function goOnLater(turns = TURNS_BETWEEN): void {
  setImmediate(() => {
    if (turns > 1) return goOnLater(turns - 1);
    waiting.shift()?.();
    if (waiting.length > 0) goOnLater();
  });
}
