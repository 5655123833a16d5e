import type { ServerResponse } from 'node:http';
import { setImmediate as anotherTurn } from 'node:timers/promises';
import { whenAnswered } from './when-answered.js';

/** After this long, what can make a large answer waits for another turn of the event loop. */
const LONGEST_TURN_MS = 20;

/**
 * So many turns come between two that wait, each a few microseconds if there is nothing else to do: Node.js accepts one
 * connection in a turn, reads it in the next and answers it in another.
 */
const TURNS_BETWEEN = 64;

/** A turn with a new connection is a quarter of one: a check of health can be behind hundreds of them. */
const ACCEPTING_TURN = 0.25;

const waiting: (() => void)[] = [];
/** What was begun in a turn already: it holds memory, and comes first. */
const begun: (() => void)[] = [];
let accepted = 0;
let turnsLeft = 0;
let began: number | undefined;

/**
 * True once an answer that can be large, or a change, is to be made, false if its connection is gone. It is made when it is the next of its
 * connection, because a client can ask for many and read none; and one after the other, so that other requests are served
 * between them.
 */
export function isItsTurn(response: ServerResponse, isBegun = false): true | Promise<boolean> {
  if (response.socket && (isBegun || !isAnyWaiting()) && isThereTime()) return true;
  return new Promise((resolve) => {
    const wait = () => queueUp(() => resolve(true), isBegun ? begun : waiting);
    if (response.socket) wait();
    else response.once('socket', wait);
    whenAnswered(response, () => resolve(false));
  });
}

/** Says that a connection was accepted in this turn. */
export function connectionAccepted(): void {
  accepted++;
  turnsLeft += 1 - ACCEPTING_TURN;
}

/** Resolves in the next turn without a new connection, or after some with one: for small steps of one answer. */
export async function nextStep(): Promise<void> {
  for (let turns = 0; turns < 1; turns += ACCEPTING_TURN) {
    const before = accepted;
    await anotherTurn();
    if (accepted === before) return;
  }
}

/** Resolves once the next piece of an answer in pieces is to be made: after other requests were served. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => queueUp(resolve, waiting));
}

/** Lets others go on once what is made has taken long in this turn. */
export function pause(): Promise<void> | undefined {
  return isThereTime() ? undefined : new Promise((resolve) => queueUp(resolve, begun));
}

function queueUp(go: () => void, queue: (() => void)[]): void {
  const isFirst = !isAnyWaiting();
  queue.push(go);
  if (isFirst) goOnLater();
}

function isAnyWaiting(): boolean {
  return begun.length + waiting.length > 0;
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

function goOnLater(): void {
  turnsLeft = TURNS_BETWEEN;
  setImmediate(endTurn);
}

function endTurn(): void {
  turnsLeft--;
  if (turnsLeft > 0) {
    setImmediate(endTurn);
    return;
  }
  // What it takes counts for whatever else wants this turn.
  isThereTime();
  (begun.shift() ?? waiting.shift())?.();
  if (isAnyWaiting()) goOnLater();
}
