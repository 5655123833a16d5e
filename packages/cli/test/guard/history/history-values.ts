import type { Random } from '../random.ts';

/** The id of the admin who changes the others, and is not changed. */
export const HISTORY_ADMIN = '65a100000000000000000001';
export const HISTORY_USERS: readonly string[] = Array.from(
  { length: 10 },
  (_, n) => `65a1000000000000000001${(n + 16).toString(16)}`,
);

/** Few, so that changes meet: modules with their names, wildcards and actions. */
const PERMISSIONS = ['a', 'b', 'c'].flatMap((one) => [
  `service.${one}`,
  `service.${one}.*`,
  ...['read', 'write', 'list', 'close'].map((action) => `service.${one}.${action}`),
]);
/** Malformed strings, which only a removal may contain. */
const ODD = ['odd one', 'service', 'service.a.b.c', 'ünï', '😀', '*'];

export function somePermissions(random: Random, action: 'add' | 'remove' | 'set'): string[] {
  const pool = action === 'remove' ? [...PERMISSIONS, ...ODD] : PERMISSIONS;
  const some = random.some(pool, 1 + random.below(4));
  // One set has every permission once; a change may name one twice.
  return action === 'set' ? [...new Set([...some, ...random.some(ODD, random.below(2))])] : some;
}

/** When some of what is given ends: soon, so that much of it ends before the next change. */
export function someEnd(random: Random): string | undefined {
  return random.chance(0.3) ? new Date(Date.now() + 200 + random.below(4000)).toISOString() : undefined;
}
