import { spread } from './statistics.mjs';

/** What a scenario gave, as lines to print. */
export function linesOf(name, { title, servers, stores, milliseconds, processes, ...figures }) {
  const lines = [`${name}: ${title}`];
  for (const [store, measured] of Object.entries(stores ?? (servers ? { '': servers } : {})))
    for (const [server, rounds] of Object.entries(measured))
      lines.push(`  ${store} ${lineOf(server, rounds)}`);
  for (const [what, times] of Object.entries(milliseconds ?? {}))
    lines.push(`  ${what.padEnd(30)} ${within(spread(times))} ms`);
  for (const [what, runs] of Object.entries(processes ?? {})) {
    const [time, processor, memory] = ['milliseconds', 'processor', 'memory'].map((key) =>
      spread(runs.map((run) => run[key])),
    );
    lines.push(
      `  ${what.padEnd(34)} ${within(time)} ms  CPU ${short(processor.median)} ms  ${short(memory.median)} MB`,
    );
  }
  for (const key of ['afterStart', 'afterFew', 'afterMany'])
    if (figures[key] !== undefined) lines.push(`  ${key.padEnd(30)} ${figures[key].toFixed(1)} MB`);
  return lines;
}

/** What became of the targets. */
export function verdictLines(verdicts) {
  return verdicts.map(
    ({ scenario, says, value, sense, bound, met }) =>
      `${met ? 'met   ' : 'MISSED'}  ${scenario.padEnd(10)}  ${within(value)}  ${says} (${sense} ${bound})`,
  );
}

function lineOf(server, rounds) {
  const median = (measure) => spread(rounds.map(measure)).median;
  const { main, others } = { main: median(({ cpu }) => cpu?.main), others: median(({ cpu }) => cpu?.others) };
  return [
    server.padEnd(14),
    `${within(spread(rounds.map(({ perSecond }) => perSecond)))} /s`,
    `p50 ${short(median(({ p50 }) => p50))} ms`,
    `p99 ${short(median(({ p99 }) => p99))} ms`,
    ...(main === undefined ? [] : [`CPU ${short(main)}+${short(others)} µs`]),
    ...(rounds[0].memory === undefined ? [] : [`${short(rounds.at(-1).memory)} MB`]),
  ].join('  ');
}

function within({ median, min, max }) {
  return `${short(median)} [${short(min)}–${short(max)}]`;
}

/** Three digits are as many as there is to such a measure. */
function short(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
