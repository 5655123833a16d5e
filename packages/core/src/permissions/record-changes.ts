import { type AuditEntry, expiryDraft } from '../audit/audit-entry.js';
import type { ObjectId } from '../values/object-id.js';
import { changesAnything, takenBy } from './permission-change.js';
import type { AppliedChange } from './permission-set.js';
import {
  type ChangeMade,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  isFailure,
} from './permission-store.js';
import { isNothing } from './row-result.js';

/** A change that gets an entry of its own. */
export interface RecordedChange {
  readonly request: ChangeRequest;
  readonly made: ChangeMade;
}

/**
 * Returns the changes to write into the audit log for each outcome of `judgeChanges`, in their order; the last one of an outcome is
 * what was asked for. Nothing is recorded in a dry run, if `atomic` undoes every change because one failed, and for a change in a
 * batch, of who somebody is, or by an undo, that changes nothing. What has ended for a user is recorded before their first change.
 */
export function recordChanges(
  requests: readonly ChangeRequest[],
  outcomes: readonly ChangeOutcome[],
  { atomic = false, dryRun = false, ...options }: Pick<ChangeOptions, 'atomic' | 'dryRun' | 'ignoresUnknown'>,
): readonly (readonly RecordedChange[])[] {
  if (dryRun || (atomic && outcomes.some((outcome) => isFailure(outcome, options))))
    return outcomes.map(() => []);
  const isExpired = new Set<ObjectId>();
  return outcomes.map((outcome, index) => {
    const request = requests[index] as ChangeRequest;
    const own = changesOf(request, outcome);
    const expired = expiredOf(outcome);
    const isTold = own.length > 0 || request.change.action === 'expire' || outcome.type === 'outdated';
    if (!expired || !isTold || isExpired.has(request.userId)) return own;
    isExpired.add(request.userId);
    return [expiryOf(request, expired), ...own];
  });
}

/** Returns the outcomes with the last of the entries that were written for each. */
export function withEntries(
  outcomes: readonly ChangeOutcome[],
  entries: readonly (readonly AuditEntry[])[],
): readonly ChangeOutcome[] {
  return outcomes.map((outcome, index) => {
    const entry = entries[index]?.at(-1);
    return entry && outcome.type === 'made' ? { ...outcome, entry } : outcome;
  });
}

function expiredOf(outcome: ChangeOutcome): AppliedChange | undefined {
  return outcome.type === 'made' || outcome.type === 'outdated' ? outcome.expired : undefined;
}

function expiryOf({ draft, ...request }: ChangeRequest, expired: AppliedChange): RecordedChange {
  const { userId } = request;
  return {
    request: { ...request, change: { action: 'expire' }, draft: expiryDraft(draft, expired) },
    // Entries name nobody, and what has ended makes no admin.
    made: {
      ...{ type: 'made', userId, email: undefined, name: '', change: expired },
      ...{ makesAdmin: false, leavesNoAdmin: false },
    },
  };
}

/** The changes of a request to record; the last one is what was asked for. */
function changesOf(request: ChangeRequest, outcome: ChangeOutcome): readonly RecordedChange[] {
  if (outcome.type !== 'made' || !isRecorded(request, outcome)) return [];
  const { change, draft } = request;
  if (change.action === 'everything') return changesOfEverything(request, outcome, takenBy(change));
  const { members } = outcome;
  return [{ request: { ...request, draft: members ? { ...draft, members } : draft }, made: outcome }];
}

/** Each identity, and then all the strings, so that the newest entry says that everything was taken. */
function changesOfEverything(
  { draft, ...request }: ChangeRequest,
  { unlinked = [], user, ...made }: ChangeMade,
  members: readonly string[],
): readonly RecordedChange[] {
  const { before, removed } = made.change;
  const unlinks = unlinked.map((identity, n): RecordedChange => {
    const change = { action: 'unlink', identity } as const;
    const left = user && { ...user, permissions: before, identities: unlinked.slice(n + 1) };
    return {
      request: { ...request, change, draft: { ...draft, action: 'unlink', requested: [], identity } },
      made: {
        ...made,
        change: { before, after: before, added: [], removed: [] },
        link: 'unlinked',
        ...(left && { user: left }),
      },
    };
  });
  return [...unlinks, { request: { ...request, draft: { ...draft, requested: removed, members } }, made }];
}

function isRecorded({ change: asked, draft }: ChangeRequest, made: ChangeMade): boolean {
  const { change, isRepeated, link, person } = made;
  const what = link ?? person;
  if (asked.action === 'expire') return false;
  if (asked.action === 'attest') return true;
  if (what !== undefined) return !isNothing(what);
  // Taking everything names what was held and what was not.
  if (asked.action === 'everything') return !isRepeated || draft.batch === undefined;
  const isForNothing = draft.batch === undefined && draft.reverts === undefined;
  return isForNothing || changesAnything(change);
}
