import { changesAnything } from '../permissions/permission-change.js';
import { endsOf } from '../permissions/permission-ends.js';
import { err, ok, type Result } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditLog } from './audit-log.js';
import { type AuditRecord, entryOf, NOTHING_HELD, type RecordedSet, setDigest } from './audit-record.js';
import type { ArchivedSet } from './trail-archive.js';
import type { TrailDigest } from './trail-seal.js';
import { setsAt } from './work-out-sets.js';

/** Together the remembered sets have at most this many strings, which take some 100 MB. */
const REMEMBERED_STRINGS = 1_000_000;

/** A set, its digest, and how many changes there were since it was kept as a whole, if that is known. */
interface Remembered {
  readonly set: RecordedSet;
  readonly digest: string;
  readonly sinceSets: number | undefined;
}

/**
 * Works out the sets of entries while a whole trail is read, which is quicker than asking the store for each page. Once there are
 * too many to remember, it asks the store for pages that have users whom it does not know.
 */
export class TrailSets {
  readonly #audit: Pick<AuditLog, 'list'>;
  readonly #digest: TrailDigest;
  readonly #sets = new Map<ObjectId, Remembered>();
  readonly #nothing: Remembered;
  #strings = 0;
  #hasForgotten = false;

  constructor(audit: Pick<AuditLog, 'list'>, digest: TrailDigest) {
    this.#audit = audit;
    this.#digest = digest;
    this.#nothing = { ...this.#known(NOTHING_HELD), sinceSets: 0 };
  }

  /** What a user held before the first entry that is read. */
  begin({ ends, permissions, userId }: ArchivedSet): void {
    this.#remember(userId, this.#known({ permissions, ends: endsOf(ends) }));
  }

  /**
   * The entries of the next page, with both sets; and, as `unlike`, the first record with something beside what is hashed that
   * is not made of it: digests of its sets, and the number of changes since a whole set was kept.
   */
  async entriesOf(
    page: readonly AuditRecord[],
  ): Promise<Result<{ entries: readonly AuditEntry[]; unlike: number | undefined }, StoreUnavailable>> {
    const isKnown = ({ userId }: AuditRecord) => userId === null || this.#sets.has(userId);
    const first = page[0];
    if (this.#hasForgotten && first && !page.every(isKnown)) {
      const listed = await this.#audit.list({ afterId: first.id - 1, limit: page.length });
      if (listed.isErr()) return err(listed.error);
      for (const { before: permissions, endsBefore, userId } of listed.value) {
        if (userId === null || this.#sets.has(userId)) continue;
        this.#remember(userId, this.#known({ permissions, ends: endsOf(endsBefore) }));
      }
    }
    let unlike: number | undefined;
    const entries = page.map((record) => {
      const { entry, isAlike } = this.#entryOf(record);
      if (!isAlike) unlike ??= record.id;
      return entry;
    });
    if (this.#strings > REMEMBERED_STRINGS) {
      this.#sets.clear();
      this.#strings = 0;
      this.#hasForgotten = true;
    }
    return ok({ entries, unlike });
  }

  #entryOf(record: AuditRecord): { readonly entry: AuditEntry; readonly isAlike: boolean } {
    const { digests, sets, userId } = record;
    const current = (userId === null ? undefined : this.#sets.get(userId)) ?? this.#nothing;
    const { after, before } = setsAt(record, current.set);
    const beforeDigest = sets?.before ? setDigest(this.#digest, before) : current.digest;
    const afterDigest = after === current.set ? current.digest : setDigest(this.#digest, after);
    const entry = entryOf(record, before, after);
    const known =
      current.sinceSets === undefined ? undefined : current.sinceSets + Number(changesAnything(entry));
    const sinceSets = sets ? 0 : known;
    if (userId !== null) this.#remember(userId, { set: after, digest: afterDigest, sinceSets });
    const isAlike =
      digests.before === beforeDigest &&
      digests.after === afterDigest &&
      (sinceSets === undefined || record.sinceSets === sinceSets);
    return { entry, isAlike };
  }

  #known(set: RecordedSet): Remembered {
    return { set, digest: setDigest(this.#digest, set), sinceSets: undefined };
  }

  #remember(userId: ObjectId, remembered: Remembered): void {
    const former = this.#sets.get(userId);
    this.#strings += stringsOf(remembered) - (former ? stringsOf(former) : -1);
    this.#sets.set(userId, remembered);
  }
}

function stringsOf({ set: { ends, permissions } }: Remembered): number {
  return permissions.length + ends.size;
}
