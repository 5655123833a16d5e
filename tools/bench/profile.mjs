import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SHOWN = 30;

/** What the last `seconds` of the profile in a folder say, as lines: the functions and the parts with most time of their own. */
export function profileLines(folder, seconds) {
  const file = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.cpuprofile')),
  );
  const { nodes, samples, timeDeltas, endTime, startTime } = JSON.parse(readFileSync(file, 'utf8'));
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const from = endTime - seconds * 1e6;
  const [functions, parts, withCalled] = [new Map(), new Map(), new Map()];
  const callerOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  let [time, whole] = [startTime, 0];
  for (const [n, id] of samples.entries()) {
    time += timeDeltas[n];
    const frame = byId.get(id);
    if (time < from || frame.functionName === '(idle)') continue;
    whole += timeDeltas[n];
    add(functions, nameOf(frame), timeDeltas[n]);
    add(parts, partOf(frame), timeDeltas[n]);
    const callers = new Set();
    for (let caller = id; caller !== undefined; caller = callerOf.get(caller))
      callers.add(nameOf(byId.get(caller)));
    for (const name of callers) if (name.includes(' packages/')) add(withCalled, name, timeDeltas[n]);
  }
  const table = (map) =>
    [...map]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name, spent]) => `  ${((spent / whole) * 100).toFixed(1).padStart(5)} %  ${name}`);
  return [
    `Profile: ${file}`,
    'Time of its own, by function',
    ...table(functions),
    'By part',
    ...table(parts),
    'With what it calls before it waits, by function of ours',
    ...table(withCalled),
  ];
}

function add(map, key, value) {
  map.set(key, (map.get(key) ?? 0) + value);
}

function nameOf(frame) {
  return `${frame.functionName || '(anonymous)'}  ${placeOf(frame)}`;
}

function placeOf({ url, lineNumber }) {
  const path = url.replace(/^file:\/\//, '');
  const short = path.startsWith('/') ? relative(join(import.meta.dirname, '../..'), path) : path;
  return url === '' ? '' : `${short.replace(/^.*node_modules\//, '')}:${lineNumber + 1}`;
}

/** A package, a part of Node, or what the engine does of itself. */
function partOf({ url, functionName }) {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code';
  if (url.startsWith('node:')) return url.replace(/\/.*/, '');
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return dependency ?? /packages\/([^/]+)/.exec(url)?.[1] ?? url;
}
