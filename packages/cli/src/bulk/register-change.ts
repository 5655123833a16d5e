import type { ChangePermissionsInput } from '@ops-admin/core';
import type { CliCommand } from '../cli-command.js';
import type { CommandContext } from '../command-context.js';
import { type ChangeOptions, changeOptions } from './change-options.js';
import { readTarget } from './change-target.js';
import { batchOfRun, requestChange } from './open-run.js';

/**
 * The way of `permissions add|remove` and `users activate|deactivate`: one user, a file of them, or a selection. `permissions` says what can be
 * named after the user.
 */
export function registerChange(
  command: CliCommand,
  context: CommandContext,
  action: ChangePermissionsInput['action'],
  permissions?: string,
): void {
  const { io, run } = context;
  command.argument(
    '[user]',
    'an id or an e-mail; leave it out with --file, --holding, --granted, --department or --all-users',
  );
  if (permissions !== undefined) command.argument('[permission...]', permissions);
  command.addOptions(...changeOptions(action)).action(async () => {
    const options = command.opts<ChangeOptions>();
    const read = readTarget(command.args, options, action);
    if (read.isErr()) return context.fail(read.error);
    const target = read.value;
    if (target.type === 'file' || target.type === 'selection') {
      const { changeMany } = await import('./change-many.js');
      return await changeMany(context, action, target, options);
    }
    const { changeOne } = await import('./change-one.js');
    const { batch, dryRun = false } = options;
    const isNamed = (batch !== undefined || 'everything' in target.each) && !dryRun;
    const needs = ['permissions', ...(isNamed ? ['audit' as const] : [])] as const;
    await run(options, requestChange(options, needs), (session) =>
      batchOfRun(io, session, options).andThen((named) =>
        changeOne(io, session.parts.permissions, action, target, named, options),
      ),
    );
  });
}
