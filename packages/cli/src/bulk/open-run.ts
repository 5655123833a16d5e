import { type ChangeOrigin, newBatchName, okAsync, type ResultAsync } from '@ops-admin/core';
import type { ServiceParts } from '@ops-admin/service';
import type { CliError } from '../cli-error.js';
import type { Request } from '../command-context.js';
import type { Io } from '../io.js';
import { existing } from '../options.js';
import type { MadeOptions } from './change-options.js';

/** What a change is made with: in a dry run nothing is written, and no keys are needed. */
export type ChangeParts = Partial<Pick<ServiceParts, 'dryRuns' | 'permissions'>>;

/** Opens what a change needs; a dry run only reads (decision 9). */
export function changing<Needed extends keyof ServiceParts>(
  options: MadeOptions,
  others: readonly Needed[],
): Request<Needed | 'dryRuns' | 'permissions'> {
  return options.dryRun
    ? { ...existing(options, ['dryRuns', ...others]), access: 'read', keys: 'if-there' }
    : existing(options, ['permissions', ...others]);
}

/** The use cases of the change that {@link changing} opened. */
export function permissionsOf({ dryRuns, permissions }: ChangeParts): ServiceParts['permissions'] {
  const opened = dryRuns ?? permissions;
  if (!opened) throw new Error('neither of the two was opened');
  return opened;
}

/** From which age on the newest entry of a batch is warned of. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** Names a run; warns where it goes on with one that is old, or somebody else's. */
export function batchOfRun(
  { stderr }: Io,
  audit: ServiceParts['audit'] | undefined,
  given: string | undefined,
  actor: ChangeOrigin['actor'],
): ResultAsync<string, CliError> {
  if (given === undefined || !audit) return okAsync(given ?? newBatchName(() => new Date()));
  return audit.list({ batch: given, newestFirst: true, limit: 1 }).map(([newest]) => {
    if (newest) {
      const isOld = Date.now() - Date.parse(newest.time) > OLD_MS;
      const isOther = newest.actor !== actor;
      if (isOld || isOther) {
        stderr.write(
          `ops-admin: warning: the batch ${given} is there already: its newest entry is of ${newest.time}, by ${newest.actor}\n`,
        );
      }
    }
    return given;
  });
}
