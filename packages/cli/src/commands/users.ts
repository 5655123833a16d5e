import { USER_SORTS, type UserSort } from '@ops-admin/core';
import { describeUser, type IdentityChanged } from '@ops-admin/core/operations';
import { Option } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import { VariableOption } from '../config/variable-option.js';
import { actorOption, type OperatorOptions, operatorAs, reasonOption } from '../operator.js';
import {
  type DatabaseOption,
  databaseOption,
  existing,
  type JsonOption,
  jsonOption,
  limitOption,
  parseText,
  searchOption,
} from '../options.js';
import { type Report, tableLines } from '../present/report.js';
import { serverOption } from '../remote/server-option.js';

type Options = DatabaseOption & JsonOption;

interface ListOptions extends Options {
  readonly search?: string;
  readonly holding?: string;
  readonly granted?: string;
  readonly sort: UserSort;
  readonly limit?: number;
}

interface IdentityOptions extends Options, OperatorOptions {
  readonly issuer: string;
  readonly subject: string;
}

/** `users list|show|link|unlink` */
export const registerUsers: RegisterCommand = (program, { run }) => {
  const users = program
    .command('users')
    .description('show users, and link them to identities at an identity provider');

  users
    .command('list')
    .description('list users by name; options narrow the list')
    .addOption(searchOption('words of a name or an e-mail, or parts of them, or the beginning of an id'))
    .addOption(
      new Option(
        '--holding <permission>',
        'users who hold it, or anything of a module: service.<module>.*',
      ).argParser(parseText),
    )
    .addOption(
      new Option('--granted <permission>', 'users who may do it, by any permission').argParser(parseText),
    )
    .addOption(
      new Option('--sort <order>', 'name, email; with - from the end').choices(USER_SORTS).default('name'),
    )
    .addOption(limitOption())
    .addOption(databaseOption())
    .addOption(serverOption())
    .addOption(jsonOption())
    .action(({ granted, holding, limit, search, sort, ...options }: ListOptions) =>
      run(options, existing(options, ['users']), ({ parts }) =>
        parts.users
          .list({
            sort,
            ...(search !== undefined && { search }),
            ...(holding !== undefined && { holds: holding }),
            ...(granted !== undefined && { grants: granted }),
            ...(limit !== undefined && { end: limit }),
          })
          .map(({ users: found }) => ({
            json: found,
            isPaged: true,
            lines: tableLines([
              ['ID', 'NAME', 'E-MAIL', 'PERMISSIONS'],
              ...found.map(({ _id, emails, personalInformation: { name }, permissions }) => [
                _id,
                name,
                emails[0] ?? '',
                String(permissions.length),
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
    .addOption(serverOption())
    .addOption(jsonOption())
    .action((name: string, options: Options) =>
      run(options, existing(options, ['users']), ({ parts }) =>
        parts.users.find(name).map(({ identities, user }) => ({
          json: { ...user, identities },
          isPaged: true,
          lines: tableLines([
            ['ID', user._id],
            ['NAME', user.personalInformation.name],
            ['E-MAIL', user.emails.join(', ')],
            ...identities.map(({ issuer, subject }) => ['IDENTITY', `${subject} at ${issuer}`]),
            ...user.permissions.map((permission) => ['PERMISSION', permission]),
          ]),
        })),
      ),
    );

  const registerChange = (verb: 'link' | 'unlink', description: string) =>
    users
      .command(verb)
      .description(description)
      .argument('<user>', 'an id or an e-mail')
      .addOption(
        new VariableOption(
          '--issuer <issuer>',
          'the identity provider: `iss` in its tokens',
        ).makeOptionMandatory(),
      )
      .addOption(
        new VariableOption(
          '--subject <subject>',
          'the user at the identity provider: `sub` in its tokens',
        ).makeOptionMandatory(),
      )
      .addOption(reasonOption())
      .addOption(actorOption())
      .addOption(databaseOption())
      .addOption(jsonOption())
      .action((user: string, { issuer, subject, ...options }: IdentityOptions) =>
        run(options, existing(options, ['permissions']), ({ parts }) =>
          parts.permissions
            .changeIdentity({
              action: verb,
              user,
              identity: { issuer, subject },
              origin: operatorAs('cli', options),
            })
            .map(changeReport),
        ),
      );
  registerChange('link', 'let tokens with this issuer and subject identify a user');
  registerChange('unlink', 'stop tokens with this issuer and subject from identifying a user');
};

function changeReport({ entryId, identity, result, userId, ...known }: IdentityChanged): Report {
  const name = `${identity.subject} at ${identity.issuer}`;
  const lines = {
    linked: `linked ${name}`,
    'already-linked': `nothing to link: the user has ${name}`,
    unlinked: `unlinked ${name}`,
    'not-linked': `nothing to unlink: the user does not have ${name}`,
  };
  const { issuer, subject } = identity;
  const json = { user: userId, result, issuer, subject, ...(entryId !== undefined && { entry: entryId }) };
  return { json, lines: [`${describeUser({ userId, ...known })}: ${lines[result]}`] };
}
