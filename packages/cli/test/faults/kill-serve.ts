import { setTimeout as sleep } from 'node:timers/promises';
import { FaultBench } from './fault-bench.ts';
import type { Asked } from './load.ts';

/** Rounds that begin where the one before them was killed; then the database is made again, for the sake of time. */
const ROUNDS_PER_DATABASE = 20;
/** Of the rounds, how many are killed while they start, before there is a load. */
const EARLY_SHARE = 0.1;
/** A load runs so long at most, in milliseconds. */
const MAX_LOAD_MS = 300;

/** What services that were killed left behind. */
export interface KilledServices {
  readonly rounds: number;
  /** Rounds in which requests were on their way. */
  readonly inTheMiddle: number;
  readonly acknowledged: number;
  readonly unknown: number;
  readonly unknownDone: number;
  readonly flaws: string[];
}

/**
 * Kills a service with SIGKILL at random moments of a load of changes, starts it again on the same file, and compares
 * after each kill what was acknowledged with what the database holds.
 */
export async function killServices(rounds: number): Promise<KilledServices> {
  const bench = await FaultBench.open();
  const total = {
    rounds,
    inTheMiddle: 0,
    acknowledged: 0,
    unknown: 0,
    unknownDone: 0,
    flaws: [] as string[],
  };
  try {
    let asked: Asked[] = [];
    for (let round = 0; round < rounds; round++) {
      if (round % ROUNDS_PER_DATABASE === 0) {
        asked = [];
        await bench.reset();
      }
      const news = await killOne(bench, round % 10 < EARLY_SHARE * 10 && round % ROUNDS_PER_DATABASE !== 0);
      asked.push(...news);
      const { flaws } = await bench.reckon(asked);
      total.flaws.push(...flaws.map((flaw) => `round ${round}: ${flaw}`));
      const own = await bench.reckon(news);
      total.acknowledged += own.acknowledged;
      total.unknown += own.unknown;
      total.unknownDone += own.unknownDone;
      if (own.unknown > 0) total.inTheMiddle++;
    }
    // What was killed last can be served and changed again.
    const service = await bench.mustServe();
    const load = bench.load(service);
    await load.until(200, 0);
    await load.stop();
    await service.kill('SIGTERM');
    total.flaws.push(...(await bench.reckon([...asked, ...load.asked])).flaws);
    return total;
  } finally {
    await bench.close();
  }
}

async function killOne(bench: FaultBench, isEarly: boolean): Promise<Asked[]> {
  if (isEarly) {
    const service = await bench.serve((child) => {
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 800);
    });
    await service?.kill('SIGKILL');
    return [];
  }
  const service = await bench.mustServe();
  const load = bench.load(service);
  await load.until(200, 0);
  await sleep(Math.random() * MAX_LOAD_MS);
  await service.kill('SIGKILL');
  await load.stop();
  return load.asked;
}
