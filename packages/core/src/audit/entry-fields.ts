import type { UnsealedEntry } from './audit-seal.js';

/** Everything an entry says but its seal, in an order that is never altered: digests in the field are of it. */
export function entryFields(entry: UnsealedEntry): unknown[] {
  return [
    entry.id,
    entry.time,
    entry.actor,
    entry.source,
    entry.action,
    entry.userId,
    entry.requested,
    entry.added,
    entry.removed,
    entry.before,
    entry.after,
    entry.requestId ?? null,
    entry.reason ?? null,
    entry.batch ?? null,
    entry.reverts ?? null,
  ];
}
