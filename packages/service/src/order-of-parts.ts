import type { Part } from './part.js';

type Needs = Pick<Part<unknown>, 'needs' | 'after'>;

/**
 * The parts to open for the requested ones, each after what it needs. The order of the table has no meaning. Throws if a
 * needed part is unknown, or needs itself: both are bugs of the table.
 */
export function orderOfParts<Name extends string>(
  table: Readonly<Record<Name, Needs>>,
  requested: readonly Name[],
): Name[] {
  const required = new Set<string>();
  const require = (name: string): void => {
    if (required.has(name)) return;
    required.add(name);
    needsOf(table, name).needs.forEach(require);
  };
  requested.forEach(require);

  const order = new Set<string>();
  const place = (name: string, path: readonly string[]): void => {
    if (order.has(name)) return;
    if (path.includes(name)) throw new Error(`parts need each other: ${[...path, name].join(', ')}`);
    const { after = [], needs } = needsOf(table, name);
    const before = [...after.filter((one) => required.has(one)), ...needs];
    for (const one of before) place(one, [...path, name]);
    order.add(name);
  };
  for (const name of requested) place(name, []);
  return [...order] as Name[];
}

function needsOf(table: Readonly<Record<string, Needs>>, name: string): Needs {
  const part = table[name];
  if (!part) throw new Error(`there is no part ${name}`);
  return part;
}
