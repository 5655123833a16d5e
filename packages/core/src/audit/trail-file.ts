import { err, ok, type Result } from '../result.js';
import type { OnProgress } from '../values/progress.js';
import type { AuditEntry } from './audit-entry.js';
import type { TrailVerifier } from './trail-seal.js';
import { type BrokenTrail, type SoundTrail, TrailWalk } from './trail-walk.js';

/** The file could not be read. */
export interface TrailFileFailed {
  readonly type: 'trail-file-failed';
  readonly file: string;
  readonly cause: unknown;
}

/** The file does not hold entries as an export does. */
export interface TrailFileUnfit {
  readonly type: 'trail-file-unfit';
  /** Counted from 1; missing if no single line is wrong. */
  readonly line?: number;
}

/** An export as it was written. */
export interface SoundTrailFile extends SoundTrail {
  readonly firstId: number;
  readonly lastId: number;
  /** Whether an entry has the given digest. */
  readonly hasHead: boolean;
}

const LINES_AT_ONCE = 500;

/**
 * Verifies an export without filters, line by line; it can begin with any entry. Errors: `audit-broken`, `trail-file-failed`, and
 * `trail-file-unfit` if it is not an export.
 */
export async function verifyTrailFile(
  lines: AsyncIterable<Result<string, TrailFileFailed>>,
  verifier: TrailVerifier,
  {
    head,
    onProgress,
  }: { readonly head?: string | undefined; readonly onProgress?: OnProgress | undefined } = {},
): Promise<Result<SoundTrailFile, BrokenTrail | TrailFileUnfit | TrailFileFailed>> {
  let walk: TrailWalk | undefined;
  let firstId = 0;
  let entries: AuditEntry[] = [];
  let hasHead = false;
  let line = 0;
  const walkOn = async () => {
    const some = entries;
    entries = [];
    return await walk?.add(some, true);
  };
  for await (const read of lines) {
    if (read.isErr()) return err(read.error);
    line++;
    const entry = parse(read.value);
    if (!isEntry(entry)) return err({ type: 'trail-file-unfit', line });
    if (!walk) {
      firstId = entry.id;
      const digest = firstId === 1 ? '' : entry.seal.previous;
      walk = new TrailWalk(verifier, { id: firstId - 1, digest, keyId: null });
    }
    entries.push(entry);
    hasHead ||= entry.seal.digest === head;
    const broken = entries.length < LINES_AT_ONCE ? undefined : await walkOn();
    if (broken) return err(broken);
    onProgress?.({ step: 'entries', done: line });
  }
  if (!walk) return err({ type: 'trail-file-unfit' });
  const broken = (await walkOn()) ?? walk.flawAtEnd();
  return broken ? err(broken) : ok({ ...walk.end(), firstId, lastId: walk.last.id, hasHead });
}

/** Parses a line; `undefined` if we would write its value otherwise, because only one of two repeated members would be checked. */
function parse(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return escaped(JSON.stringify(value)) === escaped(line) ? value : undefined;
  } catch {
    return undefined;
  }
}

function escaped(line: string): string {
  return line.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Checks the members that are read. Any other damage changes the digest. */
function isEntry(value: unknown): value is AuditEntry {
  if (!hasTypes(value, { id: 'number', time: 'string', actor: 'string', action: 'string' })) return false;
  const entry = value as Readonly<Record<keyof AuditEntry, unknown>>;
  const { added, after, before, identity, members = [], removed, requested, seal, userId } = entry;
  return (
    [added, after, before, members, removed, requested].every(isTexts) &&
    (userId === null || typeof userId === 'string') &&
    isTextOrMissing(entry.reason) &&
    (identity === undefined || (hasTypes(identity, { issuer: 'string' }) && isTextIn(identity, 'subject'))) &&
    hasTypes(seal, { previous: 'string', digest: 'string' }) &&
    isTextIn(seal, 'keyId') &&
    isTextIn(seal, 'signature')
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isTextIn(value: unknown, member: string): boolean {
  return isTextOrMissing((value as Readonly<Record<string, unknown>>)[member]);
}

function hasTypes(value: unknown, types: Readonly<Record<string, string>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(types).every(
    ([member, type]) => typeof (value as Record<string, unknown>)[member] === type,
  );
}
