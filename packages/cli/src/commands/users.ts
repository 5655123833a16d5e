import { okAsync, type ResultAsync, USER_SORTS, type UserSort } from '@ops-admin/core';
import { Option } from 'commander';
import { needsOf, warnOfDoubts } from '../bulk/doubts.js';
import type { RegisterCommand } from '../command-context.js';
import type { CommandParts, Unanswered } from '../command-parts.js';
import { given } from '../given.js';
import { departmentGiven } from '../named-department.js';
import {
  type DatabaseOption,
  existing,
  type JsonOption,
  limitOption,
  parseText,
  placeOptions,
  searchOption,
} from '../options.js';
import { withEnds } from '../present/permission-row.js';
import { listReport, tableLines } from '../present/report.js';
import { registerUserChanges } from './user-changes.js';

type Options = DatabaseOption & JsonOption;

interface ListOptions extends Options {
  readonly search?: string;
  readonly holding?: string;
  readonly granted?: string;
  readonly department?: string;
  readonly active?: boolean;
  readonly inactive?: boolean;
  readonly sort: UserSort;
  readonly limit?: number;
}

export const registerUsers: RegisterCommand = (program, context) => {
  const { io, run } = context;
  const users = program
    .command('users')
    .description('show, create and change users, and link them to identities at an identity provider');

  users
    .command('list')
    .description('list users by name; options narrow the list')
    .addOption(searchOption('words of a name or an e-mail, or parts of them, or the beginning of an id'))
    .option(
      '--holding <permission>',
      'users who hold it, or anything of a module: service.<module>.*',
      parseText,
    )
    .option('--granted <permission>', 'users who may do it, by any permission', parseText)
    .option(
      '--department <department>',
      'users of this department, by id, code or name, and of all below it',
      parseText,
    )
    .option('--active', 'users who are active')
    .addOption(new Option('--inactive', 'users who are not active').conflicts('active'))
    .addOption(
      new Option('--sort <order>', 'name, email, with - from the end, or department')
        .choices(USER_SORTS)
        .default('name'),
    )
    .addOptions(limitOption(), ...placeOptions())
    .action(
      ({ active, department, granted, holding, inactive, limit, search, sort, ...options }: ListOptions) =>
        run(
          options,
          existing(options, ['departments', 'users', ...needsOf({ permissions: [holding, granted] })]),
          ({ parts }) =>
            departmentGiven(parts.departments, department)
              .andThen((id) =>
                parts.users.list({
                  ...given({ sort, search, holds: holding, grants: granted, department: id, end: limit }),
                  ...((active || inactive) && { active: active === true }),
                }),
              )
              .andThrough(() => warnOfDoubts(io, parts, { permissions: [holding, granted] }))
              .map(({ users: found }) =>
                listReport(found, {
                  ID: ({ _id }) => _id,
                  NAME: ({ personalInformation: { name } }) => name,
                  'E-MAIL': ({ emails }) => emails[0],
                  PERMISSIONS: ({ permissions }) => String(permissions.length),
                }),
              ),
        ),
    );

  users
    .command('show')
    .description('show one user')
    .argument('<user>', 'an id or an e-mail')
    .addOptions(...placeOptions())
    .action((name: string, options: Options) =>
      run(options, existing(options, ['departments', 'users']), ({ parts: { departments, users } }) =>
        users.find(name).andThen(({ identities, user }) =>
          namedDepartment(departments, user.departmentId).map((department) => ({
            json: { ...user, identities },
            isPaged: true,
            lines: tableLines([
              ['ID', user._id],
              ['STATE', user.active ? 'active' : 'inactive'],
              ['NAME', user.personalInformation.name],
              ['E-MAIL', user.emails.join(', ')],
              ...department.map((one) => ['DEPARTMENT', one]),
              ...identities.map(({ issuer, subject }) => ['IDENTITY', `${subject} at ${issuer}`]),
              ...withEnds(user.permissions, user.ends).map((one) => ['PERMISSION', one]),
            ]),
          })),
        ),
      ),
    );

  registerUserChanges(users, context);
};

/** The name of the department that a user is in, or its id where it is not there; nothing if they are in none. */
function namedDepartment(
  departments: CommandParts['departments'],
  id: string | null,
): ResultAsync<readonly string[], Unanswered> {
  if (id === null) return okAsync([]);
  return departments.list().map(({ departments: all }) => {
    const found = all.find(({ _id }) => _id === id);
    return [found ? `${found.name} (${id})` : id];
  });
}
