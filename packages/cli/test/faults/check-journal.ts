import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import type { AuditEntry, AuditLog } from '@ops-admin/core';
import { integrityOperations, readAuditTrail } from '@ops-admin/core/operations';
import type { Asked } from './load.ts';

/** The result of comparing requested changes with the database. */
export interface Reckoning {
  /** Broken promises; none is good. */
  readonly flaws: string[];
  /** Answered with 200. */
  readonly acknowledged: number;
  /** Answered with an error. */
  readonly refused: number;
  /** Of those, the ones that were done nevertheless. */
  readonly refusedDone: number;
  /** Sent, and not answered: the connection broke. */
  readonly unknown: number;
  /** Of those, the ones that were done. */
  readonly unknownDone: number;
}

/** {@link compareJournal} with a database file; its sets are as the trail says, and the chain is whole. */
export async function checkJournal(
  files: { readonly database: string; readonly keys: string },
  asked: readonly Asked[],
): Promise<Reckoning> {
  const database = openSqlite({ file: files.database, create: false })._unsafeUnwrap();
  try {
    const { trailVerifier } = openKeyFile(files.keys, { create: false })._unsafeUnwrap();
    const log = database.audit;
    const checked = await integrityOperations({
      integrity: database.integrity,
      audit: log,
      verifier: trailVerifier,
    }).checkStore();
    const { flaws, ...tally } = await compareJournal(log, asked);
    return { flaws: [...(checked.isErr() ? [JSON.stringify(checked.error)] : []), ...flaws], ...tally };
  } finally {
    await database.close();
  }
}

/**
 * Compares what a load was answered with what the trail holds: every acknowledged change exactly once, no other twice,
 * errors in the interface's shape. `heldAfter` takes what each user holds by the trail.
 */
export async function compareJournal(
  log: AuditLog,
  asked: readonly Asked[],
  heldAfter: Map<string, string> = new Map(),
): Promise<Reckoning> {
  const flaws: string[] = [];
  const entries = new Map<string, AuditEntry[]>();
  for await (const read of readAuditTrail(log)) {
    const entry = read._unsafeUnwrap();
    flaws.push(...flawsOfEntry(entry, heldAfter.get(`${entry.userId}`) ?? ''));
    heldAfter.set(`${entry.userId}`, entry.after.join());
    if (entry.requestId === undefined) continue;
    entries.set(entry.requestId, [...(entries.get(entry.requestId) ?? []), entry]);
  }
  const tally = { acknowledged: 0, refused: 0, refusedDone: 0, unknown: 0, unknownDone: 0 };
  for (const one of asked) {
    const { length: times } = entries.get(one.id) ?? [];
    if (times > 1) flaws.push(`${one.id} was done ${times} times`);
    if (one.outcome === 200) {
      tally.acknowledged++;
      if (times === 0) flaws.push(`${one.id} was acknowledged and is not there`);
      const changed = entries.get(one.id)?.flatMap(({ added, removed }) => [...added, ...removed]);
      if (times === 1 && changed?.join() !== one.permission) flaws.push(`${one.id} changed ${changed}`);
    } else if (one.outcome === 'lost') {
      tally.unknown++;
      tally.unknownDone += times;
    } else if (typeof one.outcome === 'number') {
      tally.refused++;
      tally.refusedDone += times;
      if (one.outcome === 503 && times > 0) flaws.push(`${one.id} was said not to be done, and was`);
      if (!hasErrorShape(one.body)) flaws.push(`${one.id} was answered with ${one.body}`);
    } else if (times > 0) flaws.push(`${one.id} was not sent, and done`);
  }
  return { flaws, ...tally };
}

/** An entry starts from the set that the one before it left, and states the change. */
function flawsOfEntry(entry: AuditEntry, heldBefore: string): string[] {
  const { added, after, before, id, removed } = entry;
  const flaws: string[] = [];
  if (before.join() !== heldBefore) flaws.push(`entry ${id} begins with ${before}, not with ${heldBefore}`);
  const expected = [...before.filter((one) => !removed.includes(one)), ...added];
  if (expected.join() !== after.join()) flaws.push(`entry ${id} ends with ${after}, not with ${expected}`);
  return flaws;
}

/** `{"error":{"code","message"}}` and nothing else. */
export function hasErrorShape(body: string | undefined): boolean {
  try {
    const { error, ...rest } = JSON.parse(body ?? '') as { error: { code: string; message: string } };
    const { code, message, ...more } = error;
    const isEmpty = Object.keys({ ...rest, ...more }).length === 0;
    return isEmpty && /^[A-Z_]+$/.test(code) && typeof message === 'string';
  } catch {
    return false;
  }
}
