import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../../test/until.ts';
import type { BenchService } from '../command-bench.ts';
import type { FaultBench } from './fault-bench.ts';
import type { FeedReader } from './feed-reader.ts';

/** The entries that a reader of the feed received, over all its restarts. */
export interface FeedRead {
  /** Every id, in the order in which it came. */
  readonly ids: readonly number[];
  readonly newestId: number;
  readonly killed: { readonly readers: number; readonly services: number };
}

/**
 * Four writers change users through two services. A reader follows the audit log through a third, and continues after the last entry
 * it received; reader and service are killed alternately, and together.
 */
export async function killFeed(bench: FaultBench, rounds: number): Promise<FeedRead> {
  const writers = await Promise.all([bench.mustServe(), bench.mustServe()]);
  const loads = writers.map((writer) => bench.load(writer, 2));
  let service = await bench.mustServe();
  const { port } = new URL(service.url);
  const ids: number[] = [];
  const killed = { readers: 0, services: 0 };
  let reader = bench.follow(service, 0);
  const next = async (): Promise<FeedReader> => {
    await reader.kill();
    ids.push(...reader.ids);
    killed.readers += 1;
    return bench.follow(service, ids.at(-1) ?? 0);
  };
  const restarted = async (): Promise<BenchService> => {
    await service.kill('SIGKILL');
    killed.services += 1;
    // Any connection of this machine can have its port meanwhile.
    return until(() => bench.serve(undefined, undefined, port), 'the service on its port again');
  };
  for (let round = 0; round < rounds; round++) {
    const told = reader.ids.length;
    await until(() => reader.ids.length > told, 'an entry');
    await sleep(Math.random() * 200);
    if (round % 3 !== 0) service = await restarted();
    if (round % 3 !== 1) reader = await next();
  }
  await Promise.all(loads.map((load) => load.stop()));
  const newestId = await bench.newestEntry(service);
  await until(() => (reader.ids.at(-1) ?? ids.at(-1) ?? 0) >= newestId, 'the newest entry');
  reader = await next();
  await reader.kill();
  return { ids: [...ids, ...reader.ids], newestId, killed };
}
