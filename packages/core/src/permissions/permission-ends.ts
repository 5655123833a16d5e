import { parseTimestamp, type Timestamp } from '../values/timestamp.js';

/** The ends of strings; the others are permanent. */
export type Ends = ReadonlyMap<string, Timestamp>;

/** {@link Ends} as plain data. */
export type EndsJson = Readonly<Record<string, Timestamp>>;

/** The ends that a change set; `null` for permanent strings. */
export type EndsSet = Readonly<Record<string, Timestamp | null>>;

export const NO_ENDS: Ends = new Map();

/** Reads ends from plain data. */
export function endsOf(json: EndsJson | undefined): Ends {
  return json ? new Map(Object.entries(json)) : NO_ENDS;
}

/** Returns ends as plain data; `undefined` for none. */
export function endsJson(ends: Ends): EndsJson | undefined {
  return ends.size > 0 ? Object.fromEntries(ends) : undefined;
}

/** Returns the same end for each of these strings; none if they are permanent. */
export function endsAt(
  permissions: readonly string[],
  until: Timestamp | undefined,
): { readonly ends?: EndsJson } {
  if (until === undefined) return {};
  return { ends: Object.fromEntries(permissions.map((permission) => [permission, until])) };
}

/** Returns the strings that have ended. */
export function endedBy(ends: Ends, now: Date): string[] {
  if (ends.size === 0) return [];
  const time = now.toISOString();
  const ended: string[] = [];
  for (const [permission, end] of ends) if (end <= time) ended.push(permission);
  return ended;
}

/** Throws a `TypeError` for an end that is not a timestamp. */
export function checkEnds(ends: EndsJson | undefined): void {
  for (const end of Object.values(ends ?? {})) {
    const time = parseTimestamp(end);
    if (time.isErr() || time.value !== end) throw new TypeError(`${String(end)} is not a timestamp`);
  }
}
