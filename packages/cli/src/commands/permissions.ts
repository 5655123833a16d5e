import {
  AddPermissions,
  type AuditEntry,
  FindUser,
  parsePermission,
  RemovePermissions,
} from '@ops-admin/core';
import { Result } from 'neverthrow';
import type { RegisterCommand } from '../command-context.js';
import { operatorAs } from '../operator.js';
import {
  changedDatabase,
  type DatabaseOption,
  databaseOption,
  existingDatabase,
  type JsonOption,
  jsonOption,
} from '../options.js';
import type { Report } from '../present/report.js';

type Options = DatabaseOption & JsonOption;

/** `permissions list|add|remove` */
export const registerPermissions: RegisterCommand = (program, { run }) => {
  const permissions = program.command('permissions').description('look at and change what users may do');

  permissions
    .command('list')
    .description('list the permissions of a user')
    .argument('<user>', 'an id or an e-mail')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((user: string, options: Options) =>
      run(options, existingDatabase(options), ({ container }) =>
        container
          .get(FindUser)
          .execute(user)
          .map(({ permissions: held }) => ({ json: [...held], lines: held })),
      ),
    );

  permissions
    .command('add')
    .description('give permissions to a user')
    .argument('<user>', 'an id or an e-mail')
    .argument('<permission...>', 'service.<module>, service.<module>.<action> or service.<module>.*')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((user: string, texts: string[], options: Options) =>
      run(options, changedDatabase(options), ({ container }) =>
        Result.combine(texts.map(parsePermission))
          .asyncAndThen((asked) =>
            container
              .get(FindUser)
              .execute(user)
              .andThen(({ id }) => container.get(AddPermissions).execute(id, asked, operatorAs('cli'))),
          )
          .map(reportAddition),
      ),
    );

  permissions
    .command('remove')
    .description('take permissions from a user; service.<module>.* takes the whole module')
    .argument('<user>', 'an id or an e-mail')
    .argument('<permission...>', 'held strings, to the letter, or the wildcard of a module')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((user: string, texts: string[], options: Options) =>
      run(options, changedDatabase(options), ({ container }) =>
        container
          .get(FindUser)
          .execute(user)
          .andThen(({ id }) => container.get(RemovePermissions).execute(id, texts, operatorAs('cli')))
          .map(({ entry }) => reportRemoval(entry)),
      ),
    );
};

function reportAddition({ userId, added }: AuditEntry): Report {
  const none = added.length === 0;
  return {
    json: { user: userId, result: none ? 'already-held' : 'added', added },
    lines: none ? ['nothing to add: all of it is held'] : added.map((permission) => `added ${permission}`),
  };
}

function reportRemoval({ userId, removed }: AuditEntry): Report {
  const none = removed.length === 0;
  return {
    json: { user: userId, result: none ? 'nothing-held' : 'removed', removed },
    lines: none
      ? ['nothing to remove: none of it is held']
      : removed.map((permission) => `removed ${permission}`),
  };
}
