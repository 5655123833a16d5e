import type { AuditEntry } from '../audit/audit-entry.js';
import { changesAnything } from './permission-change.js';
import {
  type ChangeMade,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  isFailure,
} from './permission-store.js';

/** Makes the entry of a change; stores write it, with what the change leaves. */
export type RecordChange = (request: ChangeRequest, made: ChangeMade) => AuditEntry;

/**
 * Records the changes that `judgeChanges` decided to make. Records nothing in a dry run, if `atomic` undoes all of them
 * because one failed (decision 5), and for a change of a run, or of an identity, that changes nothing (decision 6).
 */
export function recordChanges(
  requests: readonly ChangeRequest[],
  outcomes: readonly ChangeOutcome[],
  { atomic = false, dryRun = false, ...options }: Pick<ChangeOptions, 'atomic' | 'dryRun' | 'ignoresUnknown'>,
  record: RecordChange,
): readonly ChangeOutcome[] {
  if (dryRun || (atomic && outcomes.some((outcome) => isFailure(outcome, options)))) return outcomes;
  return outcomes.map((outcome, index) => {
    const request = requests[index] as ChangeRequest;
    if (outcome.type !== 'made' || !isRecorded(request, outcome)) return outcome;
    return { ...outcome, entry: record(request, outcome) };
  });
}

function isRecorded({ draft }: ChangeRequest, { change, link }: ChangeMade): boolean {
  if (link !== undefined) return link === 'linked' || link === 'unlinked';
  return draft.batch === undefined || changesAnything(change);
}
