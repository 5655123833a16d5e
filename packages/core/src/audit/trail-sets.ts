import { changesAnything } from '../permissions/permission-change.js';
import { endsOf } from '../permissions/permission-ends.js';
import { err, ok, type Result } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditLog } from './audit-log.js';
import { type AuditRecord, entryOf, NOTHING_HELD, type RecordedSet, setDigest } from './audit-record.js';
import type { TrailDigest } from './trail-seal.js';
import { setsAt } from './work-out-sets.js';

/** There are at most this many remembered users, strings and ends together, which take some 200 MB. */
const REMEMBERED_STRINGS = 2_000_000;

/** A set, and its digest: most users hold what many others hold, so that it is remembered once. */
interface KnownSet {
  readonly set: RecordedSet;
  readonly digest: string;
  users: number;
}

/** What a user holds, and how many changes there were since it was kept as a whole, if that is known. */
interface Remembered {
  readonly known: KnownSet;
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
  readonly #shared = new Map<string, KnownSet>();
  readonly #nothing: Remembered;
  #strings = 0;
  #hasForgotten = false;

  constructor(audit: Pick<AuditLog, 'list'>, digest: TrailDigest) {
    this.#audit = audit;
    this.#digest = digest;
    this.#nothing = { known: this.#known(NOTHING_HELD), sinceSets: 0 };
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
        this.#remember(userId, this.#known({ permissions, ends: endsOf(endsBefore) }), undefined);
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
      this.#shared.clear();
      this.#strings = 0;
      this.#hasForgotten = true;
    }
    return ok({ entries, unlike });
  }

  #entryOf(record: AuditRecord): { readonly entry: AuditEntry; readonly isAlike: boolean } {
    const { digests, sets, userId } = record;
    const current = (userId === null ? undefined : this.#sets.get(userId)) ?? this.#nothing;
    const { after, before } = setsAt(record, current.known.set);
    const beforeDigest = sets?.before ? setDigest(this.#digest, before) : current.known.digest;
    const known = after === current.known.set ? current.known : this.#known(after);
    const entry = entryOf(record, before, after);
    const counted =
      current.sinceSets === undefined ? undefined : current.sinceSets + Number(changesAnything(entry));
    const sinceSets = sets ? 0 : counted;
    if (userId !== null) this.#remember(userId, known, sinceSets);
    const isAlike =
      digests.before === beforeDigest &&
      digests.after === known.digest &&
      (sinceSets === undefined || record.sinceSets === sinceSets);
    return { entry, isAlike };
  }

  /** Digests leave out the end of what is not held, as only somebody who tampers keeps it: no set with ends is shared. */
  #known(set: RecordedSet): KnownSet {
    const digest = setDigest(this.#digest, set);
    const shared = set.ends.size === 0 ? this.#shared.get(digest) : undefined;
    return shared ?? { set, digest, users: 0 };
  }

  #remember(userId: ObjectId, known: KnownSet, sinceSets: number | undefined): void {
    const former = this.#sets.get(userId);
    this.#sets.set(userId, { known, sinceSets });
    if (!former) this.#strings++;
    if (former?.known === known) return;
    if (known.users++ === 0) {
      this.#strings += stringsOf(known);
      if (known.set.ends.size === 0) this.#shared.set(known.digest, known);
    }
    if (former && --former.known.users === 0) {
      this.#strings -= stringsOf(former.known);
      this.#shared.delete(former.known.digest);
    }
  }
}

function stringsOf({ set: { ends, permissions } }: KnownSet): number {
  return permissions.length + ends.size;
}
