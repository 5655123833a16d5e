import { type AuditEntry, expiryDraft } from '../audit/audit-entry.js';
import { atOnce, type Steps } from '../values/at-once.js';
import type { ObjectId } from '../values/object-id.js';
import { type AppliedChange, changesAnything, takenBy } from './permission-change.js';
import {
  type ChangeMade,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  isFailure,
} from './permission-store.js';

/** Makes the entry of a change; stores write it, with what the change leaves. The last one is signed. */
export type RecordChange = (request: ChangeRequest, made: ChangeMade, isLast: boolean) => AuditEntry;

/**
 * Records the changes that `judgeChanges` decided to make. Records nothing in a dry run, if `atomic` undoes all of them
 * because one failed (decision 5), and for a change of a run, or of who somebody is, or an undo, that changes nothing (decision 6). What
 * had ended of a user is recorded before their first change (decision 14).
 */
export function recordChanges(
  requests: readonly ChangeRequest[],
  outcomes: readonly ChangeOutcome[],
  options: JudgedCall['options'],
  record: RecordChange,
): readonly ChangeOutcome[] {
  return atOnce(recordInSteps([{ requests, outcomes, options }], record))[0] as readonly ChangeOutcome[];
}

/** A call whose changes are decided. */
export interface JudgedCall {
  readonly requests: readonly ChangeRequest[];
  readonly outcomes: readonly ChangeOutcome[];
  readonly options: Pick<ChangeOptions, 'atomic' | 'dryRun' | 'ignoresUnknown'>;
}

/**
 * The same for several calls of one transaction, of which one change is the last; in steps, one a change, for a store that lets others
 * go on between them.
 */
export function* recordInSteps(
  calls: readonly JudgedCall[],
  record: RecordChange,
): Steps<readonly (readonly ChangeOutcome[])[]> {
  const steps = calls.map(stepsOfCall);
  const last = steps.flat(2).at(-1);
  const recorded: ChangeOutcome[][] = [];
  for (const [call, { outcomes }] of calls.entries()) {
    const ofCall: ChangeOutcome[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      const entries = (steps[call]?.[index] ?? []).map((step) =>
        record(step.request, step.made, step === last),
      );
      const entry = entries.at(-1);
      ofCall.push(entry && outcome.type === 'made' ? { ...outcome, entry } : outcome);
      yield;
    }
    recorded.push(ofCall);
  }
  return recorded;
}

function stepsOfCall({
  options: { atomic = false, dryRun = false, ...options },
  outcomes,
  requests,
}: JudgedCall): readonly (readonly Step[])[] {
  if (dryRun || (atomic && outcomes.some((outcome) => isFailure(outcome, options)))) return [];
  const isExpired = new Set<ObjectId>();
  return outcomes.map((outcome, index) => {
    const request = requests[index] as ChangeRequest;
    const own = stepsOf(request, outcome);
    const expired = expiredOf(outcome);
    const isTold = own.length > 0 || request.change.action === 'expire' || outcome.type === 'outdated';
    if (!expired || !isTold || isExpired.has(request.userId)) return own;
    isExpired.add(request.userId);
    return [expiryOf(request, expired), ...own];
  });
}

/** What has an entry of its own. */
interface Step {
  readonly request: ChangeRequest;
  readonly made: ChangeMade;
}

function expiredOf(outcome: ChangeOutcome): AppliedChange | undefined {
  return outcome.type === 'made' || outcome.type === 'outdated' ? outcome.expired : undefined;
}

function expiryOf({ draft, ...request }: ChangeRequest, expired: AppliedChange): Step {
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

/** The entries of a request; the last one is what was asked for. */
function stepsOf(request: ChangeRequest, outcome: ChangeOutcome): readonly Step[] {
  if (outcome.type !== 'made' || !isRecorded(request, outcome)) return [];
  const { change, draft } = request;
  if (change.action === 'everything') return stepsOfEverything(request, outcome, takenBy(change));
  const { members } = outcome;
  return [{ request: { ...request, draft: members ? { ...draft, members } : draft }, made: outcome }];
}

/** Each identity, and then all the strings, so that the newest entry says that everything was taken. */
function stepsOfEverything(
  { draft, ...request }: ChangeRequest,
  { unlinked = [], user, ...made }: ChangeMade,
  members: readonly string[],
): readonly Step[] {
  const { before, removed } = made.change;
  const unlinks = unlinked.map((identity, n): Step => {
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
  if (what !== undefined) return !NOTHING_CHANGED.has(what);
  // Taking everything names what was held and what was not.
  if (asked.action === 'everything') return !isRepeated || draft.batch === undefined;
  const isForNothing = draft.batch === undefined && draft.reverts === undefined;
  return isForNothing || changesAnything(change);
}

const NOTHING_CHANGED: ReadonlySet<string> = new Set<NonNullable<ChangeMade['link'] | ChangeMade['person']>>([
  'already-linked',
  'not-linked',
  'unchanged',
  'already-so',
]);
