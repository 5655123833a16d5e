import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { AccessPolicy } from '../access/access-policy.js';
import { type AuditEntry, type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import type { AuditLog } from '../audit/audit-log.js';
import { readAuditTrail } from '../audit/read-audit-trail.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { PermissionSet } from './permission-set.js';
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
  /** Whether the set was no longer what the trail said when the change was to be made. */
  isStale: boolean;
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
    const reversals: Reversal[] = [];
    for (let start = 0; start < entries.value.length; start += BATCH) {
      const done = await this.#undo(entries.value.slice(start, start + BATCH), options);
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
    { origin, keepAdmin, dryRun }: RevertOptions,
    tries = TRIES,
  ): Promise<Result<readonly Reversal[], StoreUnavailable>> {
    const plans: Plan[] = [];
    for (const entry of entries) {
      const plan = await this.#planFor(entry, origin, tries === 1);
      if (plan.isErr()) return err(plan.error);
      plans.push(plan.value);
    }
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
    const stale = plans.filter(({ isStale }) => isStale).map(({ entry }) => entry);
    if (stale.length === 0) return ok(reversals);
    const again = await this.#undo(stale, { origin, keepAdmin, dryRun }, tries - 1);
    return again.map((redone) =>
      reversals.map((one) => redone.find(({ reverted }) => reverted === one.reverted) ?? one),
    );
  }

  /** What there is left to undo; at the last try whatever others do meanwhile. */
  async #planFor(
    entry: AuditEntry,
    origin: ChangeOrigin,
    isLastTry: boolean,
  ): Promise<Result<Plan, StoreUnavailable>> {
    const { id, userId, batch } = entry;
    const later = await collect(readAuditTrail(this.#log, { userId, afterId: id }));
    if (later.isErr()) return err(later.error);
    const changedBy = new Map(
      later.value
        .filter((one) => batch === undefined || one.batch !== batch)
        .flatMap((one) => [...one.added, ...one.removed].map((permission) => [permission, one.id] as const)),
    );
    const isUntouched = (permission: string) => !changedBy.has(permission);
    const undone = { added: entry.added.filter(isUntouched), removed: entry.removed.filter(isUntouched) };
    const expected = fingerprint(PermissionSet.of((later.value.at(-1) ?? entry).after));
    const requested = [...undone.added, ...undone.removed];
    const plan: Plan = {
      entry,
      isStale: false,
      leftAlone: [...entry.added, ...entry.removed].flatMap((permission) => {
        const by = changedBy.get(permission);
        return by === undefined ? [] : [{ permission, changedBy: by }];
      }),
      request: {
        userId,
        draft: { ...draftOf('revert', requested, origin, this.#clock), reverts: id },
        change: (held) => {
          plan.isStale = !isLastTry && fingerprint(held) !== expected;
          return requested.length === 0 || plan.isStale ? undefined : held.undo(undone);
        },
      },
    };
    return ok(plan);
  }
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

function fingerprint(permissions: PermissionSet): string {
  return JSON.stringify([...permissions]);
}
