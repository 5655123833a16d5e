import type { StoreFlaw } from '@ops-admin/core';
import { AREA_LIST } from './area-schema.js';
import { TABLES } from './tables.js';

/** Something that a schema has: `trigger audit_entries_are_never_altered`, with what it is, in words of the database. */
export interface SchemaObject {
  readonly object: string;
  /** The table that it is, or is of; empty if there is none. */
  readonly owner: string;
  readonly definition: string;
}

/**
 * How a schema differs from the one that this program makes (decision 6), by the names of objects. Tables of other programs' areas are
 * left out, with their indexes; what runs by itself, such as a trigger, never is.
 */
export function schemaFlaws(
  made: readonly SchemaObject[],
  found: readonly SchemaObject[],
  otherAreas: readonly string[],
): (StoreFlaw & { readonly type: 'schema' })[] {
  const expected = byName(made);
  const there = byName(found.filter((one) => expected.has(one.object) || !isOfArea(one, otherAreas)));
  return [...new Set([...expected.keys(), ...there.keys()])].sort().flatMap((object) => {
    const [one, other] = [expected.get(object), there.get(object)];
    if (one === other) return [];
    const problem = one === undefined ? 'foreign' : other === undefined ? 'missing' : 'changed';
    return [{ type: 'schema' as const, object, problem }];
  });
}

function isOfArea({ object, owner }: SchemaObject, areas: readonly string[]): boolean {
  if (areas.length === 0 || !/^(?:table|index|constraint|sequence) /.test(object)) return false;
  return owner === AREA_LIST || areas.some((area) => owner.startsWith(`${area}_`));
}

/** Whether a table of ops-admin is not as it was made, so that nothing that is read from it is reliable. */
export function isUnreliable(flaws: readonly (StoreFlaw & { readonly type: 'schema' })[]): boolean {
  const tables = new Set(TABLES.map(({ name }) => `table ${name}`));
  return flaws.some(({ object, problem }) => problem !== 'foreign' && tables.has(object));
}

/** White space is that of the source, and says nothing. */
function byName(objects: readonly SchemaObject[]): Map<string, string> {
  return new Map(objects.map(({ definition, object }) => [object, definition.replaceAll(/\s+/g, ' ')]));
}
