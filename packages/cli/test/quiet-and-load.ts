/** Loads the memory, gives all of it back as a quiet process does, and loads it again; prints the sizes of the young generation. */
import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { holdYoungGeneration } from '../dist/hold-young-generation.js';

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

/** Makes objects that live for a while, and gives the largest size. */
async function load(): Promise<number> {
  const kept: unknown[] = [];
  let most = 0;
  for (let turn = 0; turn < 2000; turn++) {
    for (let n = 0; n < 1000; n++) kept[(turn * 1000 + n) % 100_000] = { text: `${turn}`, numbers: [n] };
    await setImmediate();
    most = Math.max(most, youngBytes());
  }
  return most;
}

holdYoungGeneration();
const first = await load();
globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
const quiet = youngBytes();
console.log(JSON.stringify({ first, quiet, second: await load() }));
