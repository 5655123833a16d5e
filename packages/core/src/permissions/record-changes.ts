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

/** A change with an entry of its own. */
export interface RecordedChange {
  readonly request: ChangeRequest;
  readonly made: ChangeMade;
}

/**
 * Returns the changes to record for each outcome of `judgeChanges`, in their order; the last one of an outcome is the requested
 * one. Nothing is recorded in a dry run, and if `atomic` undoes all. A change in a batch, of a person, or by an undo that changes
 * nothing is not recorded. Ended permissions are recorded before the first change of their user.
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
    const own = changesOf(request, outcome, requests.length === 1);
    const expired = expiredOf(outcome);
    const isTold = own.length > 0 || request.change.action === 'expire' || outcome.type === 'outdated';
    if (!expired || !isTold || isExpired.has(request.userId)) return own;
    isExpired.add(request.userId);
    return [expiryOf(request, expired), ...own];
  });
}

/** Returns the outcomes with the last entry that was written for each. */
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
    made: {
      ...{ type: 'made', userId, email: undefined, name: '', change: expired },
      ...{ makesAdmin: false, leavesNoAdmin: false },
    },
  };
}

/** Returns the changes of a request to record; the last one is the requested one. */
function changesOf(
  request: ChangeRequest,
  outcome: ChangeOutcome,
  isAlone: boolean,
): readonly RecordedChange[] {
  if (outcome.type !== 'made' || !isRecorded(request, outcome, isAlone)) return [];
  const { change, draft } = request;
  if (change.action === 'everything') return changesOfEverything(request, outcome, takenBy(change));
  const { members } = outcome;
  return [{ request: { ...request, draft: members ? { ...draft, members } : draft }, made: outcome }];
}

/** Each identity, and then all strings, so that the newest entry is the one about everything. */
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

function isRecorded({ change: asked, draft }: ChangeRequest, made: ChangeMade, isAlone: boolean): boolean {
  const { change, link, person, unlinked = [] } = made;
  const what = link ?? person;
  if (asked.action === 'expire') return false;
  if (asked.action === 'attest') return true;
  if (what !== undefined) return !isNothing(what);
  // The removal of everything from one user is a batch of its own.
  const isOfOne = draft.batch === undefined || (asked.action === 'everything' && isAlone);
  const isForNothing = isOfOne && draft.reverts === undefined;
  return isForNothing || changesAnything(change) || unlinked.length > 0;
}
