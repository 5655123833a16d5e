import type { AuditEntry } from '../audit/audit-entry.js';
import { changesAnything } from './permission-change.js';
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
  const recorded = outcomes.map((outcome, index) => isRecorded(requests[index] as ChangeRequest, outcome));
  const last = recorded.lastIndexOf(true);
  return outcomes.map((outcome, index) => {
    if (outcome.type !== 'made' || !recorded[index]) return outcome;
    const request = requests[index] as ChangeRequest;
    const { members } = outcome;
    const draft = members ? { ...request.draft, members } : request.draft;
    return { ...outcome, entry: record({ ...request, draft }, outcome, index === last) };
  });
}

function isRecorded({ draft }: ChangeRequest, outcome: ChangeOutcome): boolean {
  if (outcome.type !== 'made') return false;
  const { change, link, person } = outcome;
  const what = link ?? person;
  if (what !== undefined) return !NOTHING_CHANGED.has(what);
  // Taking everything names what was held and what was not.
  return draft.batch === undefined || draft.members !== undefined || changesAnything(change);
}

const NOTHING_CHANGED: ReadonlySet<string> = new Set<NonNullable<ChangeMade['link'] | ChangeMade['person']>>([
  'already-linked',
  'not-linked',
  'unchanged',
  'already-so',
]);
