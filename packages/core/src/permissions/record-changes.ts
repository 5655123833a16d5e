import type { AuditEntry } from '../audit/audit-entry.js';
import { changesAnything, takenBy } from './permission-change.js';
import {
  type ChangeMade,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  isFailure,
} from './permission-store.js';

/** Makes the entry of a change; stores write it, with what the change leaves. The last one of a call is signed. */
export type RecordChange = (request: ChangeRequest, made: ChangeMade, isLast: boolean) => AuditEntry;

/**
 * Records the changes that `judgeChanges` decided to make. Records nothing in a dry run, if `atomic` undoes all of them
 * because one failed (decision 5), and for a change of a run, or of who somebody is, that changes nothing (decision 6).
 */
export function recordChanges(
  requests: readonly ChangeRequest[],
  outcomes: readonly ChangeOutcome[],
  { atomic = false, dryRun = false, ...options }: Pick<ChangeOptions, 'atomic' | 'dryRun' | 'ignoresUnknown'>,
  record: RecordChange,
): readonly ChangeOutcome[] {
  if (dryRun || (atomic && outcomes.some((outcome) => isFailure(outcome, options)))) return outcomes;
  const steps = outcomes.map((outcome, index) => stepsOf(requests[index] as ChangeRequest, outcome));
  const last = steps.flat().at(-1);
  return outcomes.map((outcome, index) => {
    const entries = (steps[index] ?? []).map((step) => record(step.request, step.made, step === last));
    const entry = entries.at(-1);
    return entry ? { ...outcome, entry } : outcome;
  });
}

/** What has an entry of its own. */
interface Step {
  readonly request: ChangeRequest;
  readonly made: ChangeMade;
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
  if (what !== undefined) return !NOTHING_CHANGED.has(what);
  // Taking everything names what was held and what was not.
  if (asked.action === 'everything') return !isRepeated || draft.batch === undefined;
  return draft.batch === undefined || changesAnything(change);
}

const NOTHING_CHANGED: ReadonlySet<string> = new Set<NonNullable<ChangeMade['link'] | ChangeMade['person']>>([
  'already-linked',
  'not-linked',
  'unchanged',
  'already-so',
]);
