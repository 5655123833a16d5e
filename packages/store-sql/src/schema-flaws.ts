import type { StoreFlaw } from '@ops-admin/core';
import { TABLES } from './tables.js';

/** Something that a schema has: `trigger audit_entries_are_never_altered`, with what it is, in words of the database. */
export interface SchemaObject {
  readonly object: string;
  /** The table that it is, or is of; empty if there is none. */
  readonly owner: string;
  readonly definition: string;
}

/**
 * How a schema differs from the one that this program makes (decision 6), by the names of objects.
 */
export function schemaFlaws(
  made: readonly SchemaObject[],
  found: readonly SchemaObject[],
): (StoreFlaw & { readonly type: 'schema' })[] {
  const expected = byName(made);
  const there = byName(found);
  return [...new Set([...expected.keys(), ...there.keys()])].sort().flatMap((object) => {
    const [one, other] = [expected.get(object), there.get(object)];
    if (one === other) return [];
    const problem = one === undefined ? 'foreign' : other === undefined ? 'missing' : 'changed';
    return [{ type: 'schema' as const, object, problem }];
  });
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
