import { FindUser, USER_DIRECTORY } from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { tableLines } from '../present/report.js';
import { presentUser } from '../present/user.js';

type Options = DatabaseOption & JsonOption;

/** `users list|show` */
export const registerUsers: RegisterCommand = (program, { run }) => {
  const users = program.command('users').description('look at users');

  users
    .command('list')
    .description('list all users')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, { database: { file: options.db, create: false } }, ({ container }) =>
        container
          .get(USER_DIRECTORY)
          .list()
          .map((all) => ({
            json: all.map(presentUser),
            lines: tableLines([
              ['ID', 'NAME', 'E-MAIL', 'PERMISSIONS'],
              ...all.map(({ id, emails, personalInformation: { name }, permissions }) => [
                id,
                name,
                emails[0] ?? '',
                String(permissions.size),
              ]),
            ]),
          })),
      ),
    );

  users
    .command('show')
    .description('show one user')
    .argument('<user>', 'an id or an e-mail')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((name: string, options: Options) =>
      run(options, { database: { file: options.db, create: false } }, ({ container }) =>
        container
          .get(FindUser)
          .execute(name)
          .map((user) => ({
            json: presentUser(user),
            lines: tableLines([
              ['ID', user.id],
              ['NAME', user.personalInformation.name],
              ['E-MAIL', user.emails.join(', ')],
              ...user.identities.map(({ issuer, subject }) => ['IDENTITY', `${subject} at ${issuer}`]),
              ...[...user.permissions].map((permission) => ['PERMISSION', permission]),
            ]),
          })),
      ),
    );
};
