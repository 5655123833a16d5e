import type { PermissionOrders } from '@ops-admin/core';
import type { Command } from 'commander';
import { addChangeOptions, type ChangeOptions } from '../bulk/change-options.js';
import { readTarget } from '../bulk/change-target.js';
import type { CommandContext, RegisterCommand } from '../command-context.js';
import { VariableOption } from '../config/variable-option.js';
import { type DatabaseOption, databaseOption, existing, type JsonOption, jsonOption } from '../options.js';
import { differenceReport, effectiveReport, heldReport } from '../present/permission-sets.js';

type Options = DatabaseOption & JsonOption;

interface ListOptions extends Options {
  readonly effective?: boolean;
}

/** `permissions list|diff|add|remove` */
export const registerPermissions: RegisterCommand = (program, context) => {
  const { run } = context;
  const permissions = program.command('permissions').description('look at and change what users may do');

  permissions
    .command('list')
    .description('list the permissions of a user')
    .argument('<user>', 'an id or an e-mail')
    .addOption(
      new VariableOption('--effective', 'show what each really grants, and what covers it').env(
        'OPS_EFFECTIVE',
      ),
    )
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((name: string, options: ListOptions) =>
      run(options, existing(options, ['users']), ({ parts: { users } }) =>
        options.effective ? users.explain(name).map(effectiveReport) : users.find(name).map(heldReport),
      ),
    );

  permissions
    .command('diff')
    .description('show what one user holds and another does not')
    .argument('<user>', 'an id or an e-mail')
    .argument('<other>', 'an id or an e-mail')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((name: string, otherName: string, options: Options) =>
      run(options, existing(options, ['users']), ({ parts: { users } }) =>
        users
          .find(name)
          .andThen((user) => users.find(otherName).map((other) => differenceReport(user, other))),
      ),
    );

  registerChange(
    permissions
      .command('add')
      .description('give permissions to a user, or to many')
      .argument('[user]', 'an id or an e-mail; left out with --file, --holding and --all-users')
      .argument('[permission...]', 'service.<module>, service.<module>.<action> or service.<module>.*'),
    context,
    'add',
  );
  registerChange(
    permissions
      .command('remove')
      .description('take permissions from a user, or from many; service.<module>.* takes the whole module')
      .argument('[user]', 'an id or an e-mail; left out with --file, --holding and --all-users')
      .argument('[permission...]', 'held strings, to the letter, or the wildcard of a module'),
    context,
    'remove',
  );
};

function registerChange(command: Command, context: CommandContext, action: PermissionOrders['action']): void {
  addChangeOptions(command).action(async (_user: unknown, _texts: unknown, options: ChangeOptions) => {
    const read = readTarget(command.args, options);
    if (read.isErr()) return context.fail(read.error);
    const target = read.value;
    if (target.type !== 'user') {
      const { changeMany } = await import('../bulk/change-many.js');
      return await changeMany(context, action, target, options);
    }
    const { changeOne } = await import('../bulk/change-one.js');
    await context.run(options, existing(options, ['permissions']), ({ parts }) =>
      changeOne(context.io, parts.permissions, action, target, options),
    );
  });
}
