import {
  FindUser,
  IDENTITY_REGISTRY,
  type IdentityRegistry,
  type LinkableIdentity,
  type LinkOutcome,
  type ObjectId,
  parseLinkableIdentity,
  type ResultAsync,
  type UnlinkOutcome,
  USER_DIRECTORY,
} from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import { VariableOption } from '../config/variable-option.js';
import {
  type DatabaseOption,
  databaseOption,
  existingDatabase,
  type JsonOption,
  jsonOption,
} from '../options.js';
import { type Report, tableLines } from '../present/report.js';
import { presentUser } from '../present/user.js';

type Options = DatabaseOption & JsonOption;

interface IdentityOptions extends Options {
  readonly issuer: string;
  readonly subject: string;
}

type ChangeIdentity = (
  registry: IdentityRegistry,
  userId: ObjectId,
  identity: LinkableIdentity,
) => ResultAsync<LinkOutcome | UnlinkOutcome, CliError>;

/** `users list|show|link|unlink` */
export const registerUsers: RegisterCommand = (program, { run }) => {
  const users = program
    .command('users')
    .description('look at users, and link them to identities at a provider');

  users
    .command('list')
    .description('list all users')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, existingDatabase(options), ({ container }) =>
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
      run(options, existingDatabase(options), ({ container }) =>
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

  const registerChange = (verb: string, description: string, change: ChangeIdentity) =>
    users
      .command(verb)
      .description(description)
      .argument('<user>', 'an id or an e-mail')
      .addOption(
        new VariableOption('--issuer <issuer>', 'the provider, as `iss` in its tokens')
          .env('OPS_ISSUER')
          .makeOptionMandatory(),
      )
      .addOption(
        new VariableOption('--subject <subject>', 'the user there, as `sub` in the tokens')
          .env('OPS_SUBJECT')
          .makeOptionMandatory(),
      )
      .addOption(databaseOption())
      .addOption(jsonOption())
      .action((user: string, options: IdentityOptions) =>
        run(options, existingDatabase(options), ({ container }) =>
          parseLinkableIdentity(options).asyncAndThen((identity) =>
            container
              .get(FindUser)
              .execute(user)
              .andThen(({ id }) =>
                change(container.get(IDENTITY_REGISTRY), id, identity).map((outcome) =>
                  reportChange(id, identity, outcome),
                ),
              ),
          ),
        ),
      );
  registerChange(
    'link',
    'let tokens of an issuer and subject stand for a user',
    (registry, userId, identity) => registry.link(userId, identity),
  );
  registerChange('unlink', 'let them stand for the user no longer', (registry, userId, identity) =>
    registry.unlink(userId, identity),
  );
};

function reportChange(
  userId: ObjectId,
  { issuer, subject }: LinkableIdentity,
  result: LinkOutcome | UnlinkOutcome,
): Report {
  const identity = `${subject} at ${issuer}`;
  const lines = {
    linked: `linked ${identity}`,
    'already-linked': `nothing to link: the user has ${identity}`,
    unlinked: `unlinked ${identity}`,
    'not-linked': `nothing to unlink: the user does not have ${identity}`,
  };
  return { json: { user: userId, result, issuer, subject }, lines: [lines[result]] };
}
