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

/** The message if every change failed or was not needed. */
export const NOTHING = 'Nothing was changed';

/** A batch as a body names it. */
export interface NamedBatch {
  readonly name: string | undefined;
  readonly member: 'batch' | 'newBatch';
  /** Whether the caller continues a batch of anyone. */
  readonly isContinued?: boolean | undefined;
}

/** Changes of many users, and the message for them. */
export interface RunAsked<E> {
  readonly batch: NamedBatch;
  /** Whether it is a batch even if it has no name; a change of one user is none. */
  readonly isRun: boolean;
  readonly reason: string | undefined;
  readonly dryRun: boolean;
  /** The message if something was done. */
  readonly done: string;
  /** The message if nothing had to be done. */
  readonly nothing: string;
  readonly change: (how: RunOrigin) => ResultAsync<PermissionsChanged, E>;
  readonly problemOf: (error: E) => Problem | ServerFailure;
}

/** Options in addition to the payload. */
export interface RunOrigin {
  readonly origin: ChangeOrigin;
  readonly actor: Actor;
  readonly dryRun: boolean;
}

/** Makes changes of many users, and answers with a row for each. */
export async function answerRun<E>(
  services: HandlerServices,
  { caller, requestId }: EndpointRequest<unknown, unknown>,
  { batch: named, change, done, dryRun, isRun, nothing, problemOf, reason }: RunAsked<E>,
): Promise<Result<PermissionRunJson, Problem | ServerFailure>> {
  const { accessPolicy, clock, log } = services;
  const refused = await batchRefused(services, caller, named);
  if (refused) return err(refused);
  const batch = dryRun ? null : (named.name ?? (isRun ? newBatchName(clock) : null));
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

/** Refuses to write into a batch of another actor, or an old one, by a message that says which it is. */
export async function batchRefused(
  { audit, clock }: Pick<HandlerServices, 'audit' | 'clock'>,
  { userId }: Caller,
  { isContinued, member, name }: NamedBatch,
): Promise<Problem | ServerFailure | undefined> {
  if (name === undefined || isContinued) return undefined;
  const newest = await audit.list({ batch: name, limit: 1 });
  // No user is asked for, so none is missing.
  if (newest.isErr())
    return newest.error.type === 'store-unavailable' ? storeFailure(newest.error) : undefined;
  const foreign = foreignBatch(newest.value.entries[0], userId, clock);
  const remedy = member === 'batch' ? 'send continueBatch: true to continue it' : 'give it another name';
  return foreign && validationProblem(`payload.${member} is a batch ${foreign}; ${remedy}`);
}
