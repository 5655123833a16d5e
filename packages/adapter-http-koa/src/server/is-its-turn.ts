import type { ServerResponse } from 'node:http';
import { whenAnswered } from './when-answered.js';

/** After this long, what can make a large answer waits for another turn of the event loop. */
const LONGEST_TURN_MS = 20;

const waiting: (() => void)[] = [];
let began: number | undefined;

/**
 * True once an answer that can be large is to be made, false if its connection is gone. It is made when it is the next of its
 * connection, because a client can ask for many and read none; and one after the other, so that other requests are served
 * between them.
 */
export function isItsTurn(response: ServerResponse): true | Promise<boolean> {
  if (response.socket && waiting.length === 0 && isThereTime()) return true;
  return new Promise((resolve) => {
    const wait = () => {
      waiting.push(() => resolve(true));
      if (waiting.length === 1) setImmediate(goOn);
    };
    if (response.socket) wait();
    else response.once('socket', wait);
    whenAnswered(response, () => resolve(false));
  });
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

/** One in each turn. */
function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}
