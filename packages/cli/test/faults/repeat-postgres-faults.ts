import type { Undergone } from './postgres-bench.ts';
import { type FaultName, faultsOf, openFailing, vanishing } from './postgres-faults.ts';

/** The answers of two services over all rounds of one fault. */
export type Repeated = Omit<Undergone, 'flaws'> & { readonly fault: string; readonly flaws: string[] };

/** Does each fault so many times to two services, and `vanishing` once; `report` gets the sums of each. */
export async function repeatPostgresFaults(rounds: number, report: (of: Repeated) => void): Promise<void> {
  const failing = await openFailing();
  try {
    const faults = faultsOf(failing);
    for (const name of Object.keys(faults) as FaultName[]) {
      // Those take ten seconds a round.
      const times = name === 'swallowing' ? Math.ceil(rounds / 5) : rounds;
      const seen: Undergone[] = [];
      for (let n = 0; n < times; n++) seen.push(await failing.bench.undergo(failing.services, faults[name]));
      report(sum(`${name} × ${times}`, seen));
    }
    report(sum('vanishing × 1', [await failing.bench.undergo(failing.services, vanishing(failing))]));
  } finally {
    await failing.close();
  }
}

function sum(fault: string, seen: readonly Undergone[]): Repeated {
  const total = (of: (one: Undergone) => number) => seen.reduce((so, one) => so + of(one), 0);
  const reads: Record<string, number> = {};
  for (const one of seen) {
    for (const [status, count] of Object.entries(one.reads)) reads[status] = (reads[status] ?? 0) + count;
  }
  return {
    fault,
    flaws: seen.flatMap(({ flaws }) => flaws),
    acknowledged: total((one) => one.acknowledged),
    refused: total((one) => one.refused),
    refusedDone: total((one) => one.refusedDone),
    unknown: total((one) => one.unknown),
    unknownDone: total((one) => one.unknownDone),
    slowest: Math.round(Math.max(...seen.map(({ slowest }) => slowest))),
    recovered: Math.round(Math.max(...seen.map(({ recovered }) => recovered))),
    reads,
  };
}
