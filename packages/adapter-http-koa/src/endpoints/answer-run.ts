import {
  type Actor,
  type Caller,
  type ChangeOrigin,
  err,
  foreignBatch,
  isFailedRow,
  newBatchName,
  ok,
  type PermissionsChanged,
  type Result,
  type ResultAsync,
} from '@ops-admin/core';
import { batchWritten, isDoneRow } from '@ops-admin/core/operations';
import type { EndpointRequest, HandlerServices } from '../endpoint.js';
import { type Problem, type ServerFailure, storeFailure, validationProblem } from '../problem.js';
import type { PermissionRunJson } from '../schemas/permission-run.js';
import { originOf } from './admin-changes.js';

export const TRIED = 'Dry run: nothing was changed';

/** What is said where all that was asked for failed, or was not needed. */
export const NOTHING = 'Nothing was changed';

/** What a body says of the run as a whole. */
export interface RunAsked {
  /** Its name; a new one by default. */
  readonly named: string | undefined;
  /** What to say of the name of a run that is not the caller's to write into; missing if it can be anyone's. */
  readonly refusal?: ((foreign: string) => string) | undefined;
  /** Whether it is a run even if it has no name; a change of one user is none. */
  readonly isRun: boolean;
  readonly reason: string | undefined;
  readonly dryRun: boolean;
}

/** Options in addition to the payload. */
export interface RunOrigin {
  readonly origin: ChangeOrigin;
  readonly actor: Actor;
  readonly dryRun: boolean;
}

/** The refusal of a run that is only continued by who says so. */
export function refusedToContinue(foreign: string): string {
  return `payload.batch is a batch ${foreign}; send continueBatch: true to continue it`;
}

/** Makes changes of many users, and answers with a row for each. `nothing` says that none was needed. */
export async function answerRun<E>(
  { accessPolicy, audit, clock, log }: HandlerServices,
  { caller, requestId }: EndpointRequest<unknown, unknown>,
  { dryRun, isRun, named, reason, refusal }: RunAsked,
  [done, nothing]: readonly [done: string, nothing: string],
  change: (how: RunOrigin) => ResultAsync<PermissionsChanged, E>,
  problemOf: (error: E) => Problem | ServerFailure,
): Promise<Result<PermissionRunJson, Problem | ServerFailure>> {
  if (named !== undefined && refusal) {
    const refused = await runRefused({ audit, clock }, caller, named, refusal);
    if (refused) return err(refused);
  }
  const batch = dryRun ? null : (named ?? (isRun ? newBatchName(clock) : null));
  const changed = await change({
    origin: originOf(caller, requestId, { batch, reason }),
    actor: accessPolicy.actorOf(caller, { dryRun }),
    dryRun,
  });
  if (changed.isErr()) return err(problemOf(changed.error));
  const { rows: results, ...rest } = changed.value;
  if (rest.leavesNoAdmin && !dryRun) log.warn({ requestId, batch }, 'the last admin is gone');
  const json: PermissionRunJson = {
    message: dryRun ? TRIED : results.some(isDoneRow) ? done : results.some(isFailedRow) ? NOTHING : nothing,
    data: { batch: batchWritten(results, batch), dryRun, results, ...rest },
  };
  return ok(json);
}

/** Refuses to write into a run of another actor, or an old one, by a message that says which it is. */
export async function runRefused(
  { audit, clock }: Pick<HandlerServices, 'audit' | 'clock'>,
  { userId }: Caller,
  batch: string,
  messageOf: (foreign: string) => string,
): Promise<Problem | ServerFailure | undefined> {
  const newest = await audit.list({ batch, limit: 1 });
  // No user is asked for, so none is missing.
  if (newest.isErr())
    return newest.error.type === 'store-unavailable' ? storeFailure(newest.error) : undefined;
  const foreign = foreignBatch(newest.value.entries[0], userId, clock);
  return foreign && validationProblem(messageOf(foreign));
}
