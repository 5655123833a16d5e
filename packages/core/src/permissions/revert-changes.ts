import type { AccessPolicy } from '../access/access-policy.js';
import { type AuditDraft, type AuditEntry, type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import type { AuditLog } from '../audit/audit-log.js';
import { readAuditTrail } from '../audit/read-audit-trail.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import type { ChangeOutcome, ChangeRequest, PermissionStore } from './permission-store.js';

/** One entry, or all of a run. */
export type RevertTarget = { readonly entryId: number } | { readonly batch: string };

/** There is no such entry or run. */
export interface EntryNotFound {
  readonly type: 'entry-not-found';
  readonly target: RevertTarget;
}

/** A permission that was changed again since, and so is left as it is. */
export interface LeftAlone {
  readonly permission: string;
  /** The later entry that changed it. */
  readonly changedBy: number;
}

/** What became of a change that was to be undone. */
export interface Reversal {
  /** The entry that was undone. */
  readonly reverted: AuditEntry;
  /** `left-alone` where nothing of it was left to undo. */
  readonly outcome: ChangeOutcome;
  readonly leftAlone: readonly LeftAlone[];
}

/** How changes are undone. */
export interface RevertOptions {
  readonly origin: ChangeOrigin;
  /** Whether what would leave no admin is refused. */
  readonly keepAdmin: boolean;
  readonly dryRun: boolean;
}

interface Plan {
  readonly entry: AuditEntry;
  readonly request: ChangeRequest;
  readonly leftAlone: readonly LeftAlone[];
  readonly subject: Subject;
}

/** A user whose changes are undone. */
interface Subject {
  /** What changed behind the oldest entry that is to be undone. */
  readonly later: readonly Pick<AuditEntry, 'added' | 'batch' | 'id' | 'removed'>[];
  /** The set as the trail says it is. */
  readonly expected: string;
  /** Whether the set was no longer what the trail says when the first change was to be made. */
  isStale?: boolean;
}

/** How often a plan is made anew where others change the same user meanwhile. */
const TRIES = 5;
/** Entries undone in one transaction. */
const BATCH = 200;

/**
 * Undoes earlier changes: gives back what they took and takes back what they gave, each as a change of its own. A
 * permission that a later entry added or removed is left alone, whatever became of it.
 */
export class RevertChanges {
  readonly #store: PermissionStore;
  readonly #log: AuditLog;
  readonly #clock: Clock;
  readonly #policy: AccessPolicy;

  constructor(store: PermissionStore, log: AuditLog, clock: Clock, policy: AccessPolicy) {
    this.#store = store;
    this.#log = log;
    this.#clock = clock;
    this.#policy = policy;
  }

  /** Gives what became of each entry, the newest first. Errors: `entry-not-found`, `store-unavailable`. */
  execute(
    target: RevertTarget,
    options: RevertOptions,
  ): ResultAsync<readonly Reversal[], EntryNotFound | StoreUnavailable> {
    return new ResultAsync(this.#revert(target, options));
  }

  async #revert(
    target: RevertTarget,
    options: RevertOptions,
  ): Promise<Result<readonly Reversal[], EntryNotFound | StoreUnavailable>> {
    const entries = await this.#entriesOf(target);
    if (entries.isErr()) return err(entries.error);
    if (entries.value.length === 0) return err({ type: 'entry-not-found', target });
    // What the run itself did, and what undoing it does, is nobody else's change.
    const own = new Set([options.origin.batch, 'batch' in target ? target.batch : undefined]);
    const reversals: Reversal[] = [];
    // What is not written cannot be built upon: a dry run is one piece.
    const size = options.dryRun ? entries.value.length : BATCH;
    for (let start = 0; start < entries.value.length; start += size) {
      const done = await this.#undo(entries.value.slice(start, start + size), own, options);
      if (done.isErr()) return err(done.error);
      reversals.push(...done.value);
    }
    return ok(reversals);
  }

  async #entriesOf(target: RevertTarget): Promise<Result<readonly AuditEntry[], StoreUnavailable>> {
    if ('entryId' in target) {
      return (await this.#log.find(target.entryId)).map((entry) => (entry ? [entry] : []));
    }
    return collect(readAuditTrail(this.#log, { batch: target.batch, newestFirst: true }));
  }

  async #undo(
    entries: readonly AuditEntry[],
    own: ReadonlySet<string | undefined>,
    { origin, keepAdmin, dryRun }: RevertOptions,
    tries = TRIES,
  ): Promise<Result<readonly Reversal[], StoreUnavailable>> {
    const subjects = await this.#subjectsOf(entries);
    if (subjects.isErr()) return err(subjects.error);
    const plans = entries.map((entry) => {
      const subject = subjects.value.get(entry.userId) as Subject;
      // At the last try whatever others do meanwhile.
      if (tries === 1) subject.isStale = false;
      return planFor(entry, subject, own, draftOf('revert', [], origin, this.#clock));
    });
    const changed = await this.#store.changeAll(
      plans.map(({ request }) => request),
      { keepAdmin: keepAdmin ? this.#policy.isAdmin : undefined, dryRun },
    );
    if (changed.isErr()) return err(changed.error);
    const reversals = plans.map(({ entry, leftAlone }, index) => ({
      reverted: entry,
      outcome: changed.value[index] as ChangeOutcome,
      leftAlone,
    }));
    const stale = plans.filter(({ subject }) => subject.isStale).map(({ entry }) => entry);
    if (stale.length === 0) return ok(reversals);
    const again = await this.#undo(stale, own, { origin, keepAdmin, dryRun }, tries - 1);
    return again.map((redone) =>
      reversals.map((one) => redone.find(({ reverted }) => reverted === one.reverted) ?? one),
    );
  }

  async #subjectsOf(
    newestFirst: readonly AuditEntry[],
  ): Promise<Result<ReadonlyMap<ObjectId, Subject>, StoreUnavailable>> {
    const oldest = new Map(newestFirst.map((entry) => [entry.userId, entry]));
    const subjects = new Map<ObjectId, Subject>();
    for (const [userId, entry] of oldest) {
      const later: Subject['later'][number][] = [];
      let { after } = entry;
      // Sets are left behind: of a user who was changed often they are many.
      for await (const read of readAuditTrail(this.#log, { userId, afterId: entry.id })) {
        if (read.isErr()) return err(read.error);
        const { added, batch, id, removed } = read.value;
        later.push({ added, id, removed, ...(batch !== undefined && { batch }) });
        after = read.value.after;
      }
      subjects.set(userId, { later, expected: fingerprint(after) });
    }
    return ok(subjects);
  }
}

/** What there is left to undo of an entry. */
function planFor(
  entry: AuditEntry,
  subject: Subject,
  own: ReadonlySet<string | undefined>,
  draft: AuditDraft,
): Plan {
  const { id, userId } = entry;
  const changedBy = new Map(
    subject.later
      .filter((one) => one.id > id && (one.batch === undefined || !own.has(one.batch)))
      .flatMap((one) => [...one.added, ...one.removed].map((permission) => [permission, one.id] as const)),
  );
  const isUntouched = (permission: string) => !changedBy.has(permission);
  const undone = { added: entry.added.filter(isUntouched), removed: entry.removed.filter(isUntouched) };
  const requested = [...undone.added, ...undone.removed];
  const isFirst = subject.isStale === undefined;
  // Those behind the first build upon it.
  if (isFirst) subject.isStale = false;
  return {
    entry,
    subject,
    leftAlone: [...entry.added, ...entry.removed].flatMap((permission) => {
      const by = changedBy.get(permission);
      return by === undefined ? [] : [{ permission, changedBy: by }];
    }),
    request: {
      userId,
      draft: { ...draft, requested, reverts: id },
      change: (held) => {
        if (isFirst) {
          subject.isStale = fingerprint(held) !== subject.expected;
        }
        return requested.length === 0 || subject.isStale ? undefined : held.undo(undone);
      },
    },
  };
}

async function collect(
  entries: AsyncIterable<Result<AuditEntry, StoreUnavailable>>,
): Promise<Result<AuditEntry[], StoreUnavailable>> {
  const all: AuditEntry[] = [];
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    all.push(entry.value);
  }
  return ok(all);
}

function fingerprint(permissions: Iterable<string>): string {
  return JSON.stringify([...permissions]);
}
