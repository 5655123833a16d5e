import { err, foreignBatch, newBatchName, ok, okAsync, type ResultAsync } from '@ops-admin/core';
import { reasonRequired } from '@ops-admin/core/operations';
import type { CliError } from '../cli-error.js';
import type { Request, Session } from '../command-context.js';
import type { ChangeOperations, CommandParts } from '../command-parts.js';
import type { Io } from '../io.js';
import { existing } from '../options.js';
import type { MadeOptions } from './change-options.js';

/** The parts for a change: a dry run writes nothing, and needs no keys. */
export type ChangeParts = Partial<Pick<CommandParts, 'dryRuns' | 'permissions'>>;

/** Opens what a change needs; a dry run only reads. */
export function changing<Needed extends keyof CommandParts>(
  options: MadeOptions & { readonly file?: string },
  others: readonly Needed[],
): Request<Needed | 'dryRuns' | 'permissions'> {
  return options.dryRun
    ? { ...existing(options, ['dryRuns', ...others]), access: 'read', keys: 'if-there' }
    : { ...existing(options, ['permissions', ...others]), check: checkReason(options) };
}

/** Refuses a reason before anything is asked; the rows of a file can have reasons of their own. */
export function checkReason({
  file,
  reason,
}: MadeOptions & { readonly file?: string }): NonNullable<Request<never>['check']> {
  return ({ requiredReason }) => {
    const refused = file === undefined ? reasonRequired({ reason: requiredReason }, reason) : undefined;
    return refused ? err(refused) : ok(undefined);
  };
}

/** The operations that {@link changing} opened. */
export function permissionsOf({ dryRuns, permissions }: ChangeParts): ChangeOperations {
  const opened = dryRuns ?? permissions;
  if (!opened) throw new Error('neither of the two was opened');
  return opened;
}

/** The batch of a run, and whether it can be one that its user was warned of. */
export interface NamedRun {
  readonly batch: string;
  readonly continueBatch: boolean;
}

/** Names a run; warns if it continues an old one, or that of another person. */
export function batchOfRun(
  { stderr }: Io,
  {
    actor,
    parts: { audit },
  }: Pick<Session<'audit'>, 'actor'> & { readonly parts: Partial<Pick<CommandParts, 'audit'>> },
  { batch: given, dryRun = false }: { readonly batch?: string; readonly dryRun?: boolean },
): ResultAsync<NamedRun, CliError> {
  const clock = () => new Date();
  const named = (batch: string, continueBatch = false): NamedRun => ({ batch, continueBatch });
  if (given === undefined || dryRun || !audit) return okAsync(named(given ?? newBatchName(clock)));
  return audit.list({ batch: given, limit: 1 }).andThen(({ entries: [newest] }) => {
    if (!newest) return okAsync(named(given));
    return actor().map((own) => {
      const isForeign = foreignBatch(newest, own, clock) !== undefined;
      if (isForeign) {
        stderr.warn(
          `the batch ${given} is there already: its newest entry is of ${newest.time}, by ${newest.actor}`,
        );
      }
      return named(given, isForeign);
    });
  });
}
