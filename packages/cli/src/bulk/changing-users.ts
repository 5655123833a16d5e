import type { Request } from '../command-context.js';
import type { CommandParts, UserChangeOperations } from '../command-parts.js';
import { existing } from '../options.js';
import type { MadeOptions } from './change-options.js';
import { checkReason } from './open-run.js';

/** The parts for a change of who users are. */
export type ChangingUsers = Partial<Pick<CommandParts, 'userChangeDryRuns' | 'userChanges'>>;

/** Opens what a change needs; a dry run only reads. */
export function changingUsers<Needed extends keyof CommandParts>(
  options: MadeOptions,
  others: readonly Needed[],
): Request<Needed | 'userChangeDryRuns' | 'userChanges'> {
  return options.dryRun
    ? { ...existing(options, ['userChangeDryRuns', ...others]), access: 'read', keys: 'if-there' }
    : { ...existing(options, ['userChanges', ...others]), check: checkReason(options) };
}

/** The operations that {@link changingUsers} opened. */
export function userOperationsIn({ userChangeDryRuns, userChanges }: ChangingUsers): UserChangeOperations {
  const opened = userChangeDryRuns ?? userChanges;
  if (!opened) throw new Error('neither of the two was opened');
  return opened;
}
