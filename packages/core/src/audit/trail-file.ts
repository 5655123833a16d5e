import { err, ok, type Result, type ResultAsync } from '../result.js';
import type { AuditEntry } from './audit-entry.js';
import { SealingKeyMissing } from './sealing-key-missing.js';
import { signedFileText, type TrailSigner, type TrailVerifier } from './trail-seal.js';
import { type BrokenTrail, type SoundTrail, TrailWalk } from './trail-walk.js';

/** A file could not be read or written. If writing failed, the file does not exist. */
export interface TrailFileFailed {
  readonly type: 'trail-file-failed';
  readonly file: string;
  readonly attempt: 'read' | 'write';
  readonly cause: unknown;
}

/** A file does not hold entries as an archive or an export does. */
export interface TrailFileUnfit {
  readonly type: 'trail-file-unfit';
  /** The line that does not fit, counted from 1; missing if no single line is wrong. */
  readonly line?: number;
}

/** A file that archived entries are moved to: lines of text. */
export interface TrailFile {
  /** The name that is noted in the trail. */
  readonly name: string;
  /** The lines, or `undefined` if the file does not exist. */
  read(): ResultAsync<AsyncIterable<Result<string, TrailFileFailed>> | undefined, TrailFileFailed>;
  /** Writes a new file: whole and flushed to the disk, or not at all. */
  write<E>(lines: AsyncIterable<Result<string, E>>): ResultAsync<undefined, TrailFileFailed | E>;
}

/** The file with a name, whether it exists or not. */
export type TrailFiles = (name: string) => TrailFile;

/** What an archive file begins and ends with. */
export interface TrailRange {
  readonly firstId: number;
  readonly lastId: number;
  /** The digest of the entry before the first; empty if there is none. */
  readonly previous: string;
  readonly lastDigest: string;
}

/** The first line of an archive; an export has none. */
interface Header {
  readonly opsAdminAuditArchive: 1;
  readonly firstId: number;
  readonly previous: string;
}

/** The last line of an archive, without which it was cut off; an export has none. */
interface Footer {
  readonly lastId: number;
  readonly lastDigest: string;
  readonly keyId: string;
  readonly signature: string;
}

/**
 * The lines of an archive: its beginning, each entry as an export writes it, and its signed end. `keyId` is the key that the
 * newest entry of the trail is signed with. Throws {@link SealingKeyMissing}.
 */
export async function* archiveLines<E>(
  signer: TrailSigner,
  keyId: string,
  { firstId, lastDigest, lastId, previous }: TrailRange,
  entries: AsyncIterable<Result<AuditEntry, E>>,
): AsyncGenerator<Result<string, E>, void> {
  const header: Header = { opsAdminAuditArchive: 1, firstId, previous };
  yield ok(JSON.stringify(header));
  for await (const entry of entries) {
    if (entry.isErr()) return yield err(entry.error);
    if (entry.value.id > lastId) break;
    yield ok(JSON.stringify(entry.value));
  }
  const signature = signer.sign(keyId, signedFileText(firstId, lastId, lastDigest));
  if (signature === undefined) throw new SealingKeyMissing(keyId);
  const footer: Footer = { lastId, lastDigest, keyId, signature };
  yield ok(JSON.stringify(footer));
}

/** A file with the given lines. */
export interface SoundTrailFile extends SoundTrail, TrailRange {
  /** Whether it is an archive, and no export. */
  readonly isArchive: boolean;
  readonly hasHead: boolean;
}

/** How many lines are checked together, see `TrailWalk.add`. */
const LINES_AT_ONCE = 500;

/**
 * Proves an archive, or an export without filters, line by line. `head` is a digest that it can hold; `onEntry` gets each
 * entry as it is read, of which nothing is proven before the end. Errors: `audit-broken`, `trail-file-unfit` if it is neither,
 * `trail-file-failed`.
 */
export async function verifyTrailFile(
  lines: AsyncIterable<Result<string, TrailFileFailed>>,
  verifier: TrailVerifier,
  {
    head,
    onEntry,
  }: { readonly head?: string | undefined; readonly onEntry?: (entry: AuditEntry) => void } = {},
): Promise<Result<SoundTrailFile, BrokenTrail | TrailFileUnfit | TrailFileFailed>> {
  let header: Header | undefined;
  let footer: Footer | undefined;
  let walk: TrailWalk | undefined;
  let start = { id: 0, digest: '' };
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
    const parsed = parse(read.value);
    if (line === 1 && isHeader(parsed)) {
      header = parsed;
      start = { id: header.firstId - 1, digest: header.previous };
      walk = new TrailWalk(verifier, { ...start, keyId: null });
    } else if (isEntry(parsed) && !footer) {
      if (!walk) {
        // An export goes on where an archive ends, or begins with the first entry.
        start = { id: parsed.id - 1, digest: parsed.id === 1 ? '' : parsed.seal.previous };
        walk = new TrailWalk(verifier, { ...start, keyId: null });
      }
      entries.push(parsed);
      onEntry?.(parsed);
      hasHead ||= parsed.seal.digest === head;
      const broken = entries.length < LINES_AT_ONCE ? undefined : await walkOn();
      if (broken) return err(broken);
    } else if (header && !footer && isFooter(parsed) && footerLine(parsed) === read.value) footer = parsed;
    else return err({ type: 'trail-file-unfit', line });
  }
  if (!walk) return err({ type: 'trail-file-unfit' });
  const broken =
    (await walkOn()) ?? (header ? await flawOfFooter(verifier, header, footer, walk) : walk.flawAtEnd());
  if (broken) return err(broken);
  const { digest: lastDigest, id: lastId } = walk.last;
  const range = { firstId: start.id + 1, lastId, previous: start.digest, lastDigest };
  return ok({ ...walk.end(), ...range, isArchive: header !== undefined, hasHead });
}

/** The entries that a file holds, without a check of them. Ends after an error. */
export async function* entriesIn(
  lines: AsyncIterable<Result<string, TrailFileFailed>>,
): AsyncGenerator<Result<AuditEntry, TrailFileUnfit | TrailFileFailed>, void> {
  let line = 0;
  for await (const read of lines) {
    if (read.isErr()) return yield err(read.error);
    line++;
    const parsed = parse(read.value);
    if (isEntry(parsed)) yield ok(parsed);
    else if (!isHeader(parsed) && !isFooter(parsed)) return yield err({ type: 'trail-file-unfit', line });
  }
}

async function flawOfFooter(
  verifier: TrailVerifier,
  { firstId }: Header,
  footer: Footer | undefined,
  { last }: TrailWalk,
): Promise<BrokenTrail | undefined> {
  const broken = (flaw: BrokenTrail['flaw']): BrokenTrail => ({
    type: 'audit-broken',
    flaw,
    entryId: last.id,
  });
  if (footer?.lastId !== last.id || footer.lastDigest !== last.digest) return broken('file-cut-off');
  const text = signedFileText(firstId, last.id, last.digest);
  const isGenuine = await verifier.verify(footer.keyId, text, footer.signature);
  if (isGenuine) return undefined;
  return broken(isGenuine === undefined ? 'unknown-key' : 'archive');
}

/** Additions to the line, which nothing signs, do not fit. */
function footerLine({ keyId, lastDigest, lastId, signature }: Footer): string {
  return JSON.stringify({ lastId, lastDigest, keyId, signature });
}

/**
 * The value of a line. None if it is not written as we write it, with or without escapes: of a member that is there twice, only
 * one would be checked.
 */
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

function isHeader(value: unknown): value is Header {
  const isOurs = hasTypes(value, { firstId: 'number', previous: 'string' });
  return isOurs && (value as Partial<Header>).opsAdminAuditArchive === 1;
}

function isFooter(value: unknown): value is Footer {
  return hasTypes(value, { lastId: 'number', lastDigest: 'string', keyId: 'string', signature: 'string' });
}

/** Whether it has the members of an entry that are read. Any other damage shows in its digest. */
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
