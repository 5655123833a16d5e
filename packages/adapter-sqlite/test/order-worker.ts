/**
 * A process that changes permissions on order: `order-worker.js FILE`. It says "ready", answers every {@link Order}
 * with a {@link Report}, and ends when nobody can send it an order any more.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import type { ChangeOptions, ChangeRequest } from '@ops-admin/core';
import { aSigner } from '@ops-admin/testing';
import { portsOf } from './open-temporary.ts';

/** A change, and how many milliseconds later it is to begin. */
export interface Order {
  readonly request: ChangeRequest;
  readonly options: ChangeOptions;
  readonly delay: number;
}

/** The result of an {@link Order}, and its time in microseconds of a clock that all processes share. */
export interface Report {
  readonly result: string;
  readonly began: number;
  readonly ended: number;
}

const [, , file] = process.argv as [string, string, string];
const database = openDatabase(file)._unsafeUnwrap();
const store = portsOf(database, aSigner()).permissions;
const now = () => Number(process.hrtime.bigint() / 1000n);

process.on('message', async ({ delay, options, request }: Order) => {
  await sleep(delay);
  const began = now();
  const changed = await store.change([request], options);
  const ended = now();
  const result = changed.match(
    ([outcome]) => outcome?.type,
    (error) => ('reason' in error ? error.reason : error.type),
  );
  process.send?.({ result, began, ended });
});
process.send?.('ready');
await once(process, 'disconnect');
database.close();
