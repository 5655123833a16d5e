/**
 * Measures servers in turns, so that a busy moment of the machine meets all of them, and begins each round with another
 * one. What comes before the first round warms them up and is not counted.
 */
export async function measureInRounds(load, servers, jobOf, { rounds, seconds, warmUp }) {
  const names = Object.keys(servers);
  const measured = Object.fromEntries(names.map((name) => [name, []]));
  const cursors = {};
  const run = async (name, duration) => {
    const job = jobOf(name, cursors[name]);
    const before = servers[name].processorTime();
    const result = await load.run({ ...job, url: servers[name].url, seconds: duration });
    cursors[name] = result.next;
    const { next, ...measures } = result;
    return {
      ...measures,
      memory: servers[name].memory(),
      cpu: costOf(before, servers[name].processorTime(), result.answers),
    };
  };
  for (const name of names) await run(name, warmUp);
  for (let round = 0; round < rounds; round++) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)])
      measured[name].push(await run(name, seconds));
  }
  return measured;
}

/** Microseconds of processor time an answer took; what else the machine does hardly changes them. */
function costOf(before, after, answers) {
  if (!before || !after) return undefined;
  const each = (thread) => ((after[thread] - before[thread]) / answers) * 1e6;
  return { main: each('main'), others: each('others') };
}
