import type { AuditDraft, AuditEntry } from '../audit/audit-entry.js';
import type { ObjectId } from '../values/object-id.js';
import type { AppliedChange } from './permission-change.js';
import { type ChangeOptions, type ChangeOutcome, type ChangeRequest, isFailure } from './permission-store.js';

/** Makes the entry of a change; stores write it, with the set that the change leaves. */
export type RecordChange = (userId: ObjectId, change: AppliedChange, draft: AuditDraft) => AuditEntry;

/**
 * Records the changes that `judgeChanges` says are made. Nothing is recorded in a dry run, nor where `atomic` undoes all of
 * them because one is not made (decision 5).
 */
export function recordChanges(
  requests: readonly ChangeRequest[],
  outcomes: readonly ChangeOutcome[],
  { atomic = false, dryRun = false }: Pick<ChangeOptions, 'atomic' | 'dryRun'>,
  record: RecordChange,
): readonly ChangeOutcome[] {
  if (dryRun || (atomic && outcomes.some(isFailure))) return outcomes;
  return outcomes.map((outcome, index) => {
    if (outcome.type !== 'made') return outcome;
    const { draft } = requests[index] as ChangeRequest;
    return { ...outcome, entry: record(outcome.userId, outcome.change, draft) };
  });
}
