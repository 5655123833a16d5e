import { err, ok, type Result, type ResultAsync } from '../result.js';
import type { AuditRecord } from './audit-record.js';
import { type AuditSealer, ownDigest } from './audit-seal.js';
import { type BrokenTrail, type SoundTrail, TrailWalk } from './trail-walk.js';

/** A file could not be read or written. If writing failed, the file does not exist. */
export interface TrailFileFailed {
  readonly type: 'trail-file-failed';
  readonly file: string;
  readonly attempt: 'read' | 'write';
  readonly cause: unknown;
}

/** A file is not an archive of entries. */
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

/** What an archive file begins and ends with. */
export interface TrailRange {
  readonly firstId: number;
  readonly lastId: number;
  /** The digest of the entry before the first; empty if there is none. */
  readonly previous: string;
  readonly lastDigest: string;
}

interface Header {
  readonly opsAdminAuditArchive: 1;
  /** The key of the digest at the end. */
  readonly keyId: string;
  readonly firstId: number;
  readonly previous: string;
  /** The key of the `seal` entry among them, if any. */
  readonly coverKeyId: string | null;
}

interface Footer {
  readonly lastId: number;
  readonly lastDigest: string;
  /** Of all lines before. An entry's own seal does not cover the fields that only save work, or additions to its line. */
  readonly digest: string;
}

/** The lines of an archive: its beginning, each record as it is kept, and its sealed end. */
export async function* archiveLines<E>(
  sealer: AuditSealer,
  { firstId, lastDigest, lastId, previous }: TrailRange,
  coverKeyId: string | undefined,
  records: AsyncIterable<Result<AuditRecord, E>>,
): AsyncGenerator<Result<string, E>, void> {
  const { keyId } = sealer;
  const header: Header = {
    opsAdminAuditArchive: 1,
    keyId,
    firstId,
    previous,
    coverKeyId: coverKeyId ?? null,
  };
  const own = (text: string) => ownDigest(sealer, text);
  let sum = '';
  const add = (record: unknown): string => {
    const line = JSON.stringify(record);
    sum = own(lineText(sum, line));
    return line;
  };
  yield ok(add(header));
  for await (const read of records) {
    if (read.isErr()) return yield err(read.error);
    if (read.value.id > lastId) break;
    yield ok(add(read.value));
  }
  const digest = own(footerText(sum, { lastId, lastDigest }));
  yield ok(footerLine({ lastId, lastDigest, digest }));
}

/** A file with the given lines. */
export interface SoundTrailFile extends SoundTrail, TrailRange {
  readonly hasHead: boolean;
}

/**
 * Proves an archive, line by line. `head` is a digest that it can hold. Errors: `audit-broken`, `trail-file-unfit` if it is
 * not an archive, `trail-file-failed`.
 */
export async function verifyTrailFile(
  lines: AsyncIterable<Result<string, TrailFileFailed>>,
  sealer: AuditSealer,
  head?: string,
): Promise<Result<SoundTrailFile, BrokenTrail | TrailFileUnfit | TrailFileFailed>> {
  let header: Header | undefined;
  let walk: TrailWalk | undefined;
  let footer: Footer | undefined;
  let hasHead = false;
  let sum: string | undefined = '';
  let line = 0;
  for await (const read of lines) {
    if (read.isErr()) return err(read.error);
    line++;
    const parsed: unknown = parse(read.value);
    if (!header || !walk) {
      if (!isHeader(parsed)) return err({ type: 'trail-file-unfit', line });
      header = parsed;
      const start = { id: header.firstId - 1, digest: header.previous };
      walk = new TrailWalk(sealer, start, header.coverKeyId ?? undefined);
    } else if (isRecord(parsed) && !footer) {
      const broken = walk.add(parsed);
      if (broken) return err(broken);
      hasHead ||= walk.last.digest === head;
    } else if (isFooter(parsed) && !footer && footerLine(parsed) === read.value) {
      footer = parsed;
      continue;
    } else return err({ type: 'trail-file-unfit', line });
    if (sum !== undefined) sum = sealer.digest(header.keyId, lineText(sum, read.value));
  }
  if (!header || !walk) return err({ type: 'trail-file-unfit' });
  const { digest: lastDigest, id: lastId } = walk.last;
  const broken = (flaw: BrokenTrail['flaw']) => err({ type: 'audit-broken' as const, flaw, entryId: lastId });
  if (footer?.lastId !== lastId || footer.lastDigest !== lastDigest) return broken('file-cut-off');
  if (sum === undefined) return broken('unknown-key');
  if (sealer.digest(header.keyId, footerText(sum, footer)) !== footer.digest) return broken('archive');
  const end = walk.end();
  if ('type' in end) return err(end);
  const { firstId, previous } = header;
  return ok({ ...end, firstId, lastId, previous, lastDigest, hasHead });
}

/** The text to digest for a line; `sum` is that of the lines before. */
function lineText(sum: string, line: string): string {
  return JSON.stringify(['archive line', sum, line]);
}

function footerText(sum: string, { lastDigest, lastId }: Pick<Footer, 'lastId' | 'lastDigest'>): string {
  return JSON.stringify(['archive file', sum, lastId, lastDigest]);
}

function footerLine({ digest, lastDigest, lastId }: Footer): string {
  return JSON.stringify({ lastId, lastDigest, digest });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isHeader(value: unknown): value is Header {
  return hasTypes(value, {
    opsAdminAuditArchive: 'number',
    keyId: 'string',
    firstId: 'number',
    previous: 'string',
  });
}

function isFooter(value: unknown): value is Footer {
  return hasTypes(value, { lastId: 'number', lastDigest: 'string', digest: 'string' });
}

/** Whether it has the members that the walk needs. Any other damage shows in its digest. */
function isRecord(value: unknown): value is AuditRecord {
  if (!hasTypes(value, { id: 'number', time: 'string', actor: 'string' })) return false;
  const { sets } = value as {
    readonly sets?: { readonly before?: unknown; readonly after?: unknown } | null;
  };
  return sets === undefined || [sets?.before ?? [], sets?.after].every(Array.isArray);
}

function hasTypes(value: unknown, types: Readonly<Record<string, string>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(types).every(
    ([member, type]) => typeof (value as Record<string, unknown>)[member] === type,
  );
}
