import { newBatchName, okAsync, type ResultAsync } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { Request, Session } from '../command-context.js';
import type { ChangeOperations, CommandParts } from '../command-parts.js';
import type { Io } from '../io.js';
import { existing } from '../options.js';
import type { MadeOptions } from './change-options.js';

/** The parts for a change: a dry run writes nothing, and needs no keys. */
export type ChangeParts = Partial<Pick<CommandParts, 'dryRuns' | 'permissions'>>;

/** Opens what a change needs; a dry run only reads (decision 9). */
export function changing<Needed extends keyof CommandParts>(
  options: MadeOptions,
  others: readonly Needed[],
): Request<Needed | 'dryRuns' | 'permissions'> {
  return options.dryRun
    ? { ...existing(options, ['dryRuns', ...others]), access: 'read', keys: 'if-there' }
    : existing(options, ['permissions', ...others]);
}

/** The operations that {@link changing} opened. */
export function permissionsOf({ dryRuns, permissions }: ChangeParts): ChangeOperations {
  const opened = dryRuns ?? permissions;
  if (!opened) throw new Error('neither of the two was opened');
  return opened;
}

/** If the newest entry of a batch is older than this, there is a warning. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** Names a run; warns if it continues an old one, or that of another person. */
export function batchOfRun(
  { stderr }: Io,
  {
    actor,
    parts: { audit },
  }: Pick<Session<'audit'>, 'actor'> & { readonly parts: Partial<Pick<CommandParts, 'audit'>> },
  { batch: given, dryRun = false }: { readonly batch?: string; readonly dryRun?: boolean },
): ResultAsync<string, CliError> {
  if (given === undefined || dryRun || !audit) return okAsync(given ?? newBatchName(() => new Date()));
  return audit.list({ batch: given, limit: 1 }).andThen(({ entries: [newest] }) => {
    if (!newest) return okAsync(given);
    return actor().map((own) => {
      const isOld = Date.now() - Date.parse(newest.time) > OLD_MS;
      if (isOld || newest.actor !== own) {
        stderr.write(
          `ops-admin: warning: the batch ${given} is there already: its newest entry is of ${newest.time}, by ${newest.actor}\n`,
        );
      }
      return given;
    });
  });
}
