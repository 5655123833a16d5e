import { okAsync, type ResultAsync, type UserDetailsJson, type UserJson } from '@ops-admin/core';
import { describeUser } from '@ops-admin/core/operations';
import type { Command, Option } from 'commander';
import { asking, cannotAgree } from '../bulk/agree.js';
import { dryRunOption, type MadeOptions, yesOption } from '../bulk/change-options.js';
import { needsOf, warnOfDoubts } from '../bulk/doubts.js';
import { checkReason } from '../bulk/open-run.js';
import { registerChange } from '../bulk/register-change.js';
import type { CliError, UserRefused } from '../cli-error.js';
import type { CommandContext, Request } from '../command-context.js';
import type { CommandParts, UserChangeOperations } from '../command-parts.js';
import { VariableOption } from '../config/variable-option.js';
import { actorOption, operatorAs, reasonOption } from '../operator.js';
import { databaseOption, existing, jsonOption, parseText, repeatable } from '../options.js';
import { identityChangedReport, userChangedReport } from '../present/user-changed.js';
import { serverOption } from '../remote/server-option.js';
import { emailOwners, warnOfOwners } from './email-owners.js';

interface NameOptions {
  readonly name?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

interface PersonOptions extends MadeOptions, NameOptions {
  readonly email?: readonly string[];
  readonly department?: string;
}

interface CreateOptions extends PersonOptions {
  readonly permission?: readonly string[];
}

interface EraseOptions extends MadeOptions {
  readonly yes?: boolean;
}

interface IdentityOptions extends MadeOptions {
  readonly issuer: string;
  readonly subject: string;
}

/** `users create|update|activate|deactivate|erase|link|unlink` */
export function registerUserChanges(users: Command, context: CommandContext): void {
  registerCreate(users, context);
  registerUpdate(users, context);
  registerSetActive(users, context, 'activate', 'let users back in, with the permissions that they hold');
  registerSetActive(users, context, 'deactivate', 'lock users out, who keep their permissions');
  registerErase(users, context);
  registerLink(users, context, 'link', 'let tokens with this issuer and subject identify a user');
  registerLink(users, context, 'unlink', 'stop tokens with this issuer and subject from identifying a user');
}

function registerCreate(users: Command, { io, run }: CommandContext): void {
  const command = users
    .command('create')
    .description('create a user')
    .argument('<email>', 'their e-mail')
    .addOption(repeatable('--email <email>', 'another e-mail of theirs; can be repeated'));
  addNameOptions(command)
    .addOption(new VariableOption('--department <department>', 'an id or a code').argParser(parseText))
    .addOption(repeatable('--permission <permission>', 'what they may do; can be repeated'));
  addMadeOptions(command, []).action((user: string, options: CreateOptions) => {
    const { department, email = [], permission: added = [] } = options;
    const emails = [user, ...email];
    return run(options, changingUsers(options, ['users', ...needsOf({ permissions: added })]), ({ parts }) =>
      warnOfDoubts(io, parts, { permissions: added })
        .andThen(() => emailOwners(parts.users, emails))
        .andThen((owners) =>
          operationsIn(parts)
            .create({
              ...howOf(options),
              emails,
              personalInformation: namesIn(options),
              permissions: added,
              department,
            })
            .andTee(() => warnOfOwners(io, owners))
            .map((changed) => userChangedReport(changed, { ...options, user, added })),
        ),
    );
  });
}

function registerUpdate(users: Command, context: CommandContext): void {
  const { fail, io, run } = context;
  const command = users
    .command('update')
    .description('change the names, e-mails or department of a user')
    .argument('<user>', 'an id or an e-mail')
    .addOption(repeatable('--email <email>', 'an e-mail in place of all others; can be repeated'));
  addNameOptions(command).addOption(
    new VariableOption('--department <department>', 'an id or a code, or none').argParser(parseText),
  );
  addMadeOptions(command, []).action((user: string, options: PersonOptions) => {
    const { department, email } = options;
    const names = namesIn(options);
    const isNamed = Object.keys(names).length > 0;
    if (!isNamed && email === undefined && department === undefined) return fail(NOTHING_TO_UPDATE);
    return run(options, changingUsers(options, ['users']), ({ parts }) => {
      const known: ResultAsync<UserDetailsJson | undefined, CliError> = isNamed
        ? parts.users.find(user)
        : okAsync(undefined);
      const read = known.andThen((before) =>
        emailOwners(parts.users, email ?? []).map((owners) => ({ before, owners })),
      );
      return read.andThen(({ before, owners }) =>
        operationsIn(parts)
          .update({
            ...howOf(options),
            user,
            ...(email && { emails: email }),
            // Names are joined with those that were read, so nobody may change the user in between.
            ...(before && {
              personalInformation: renamed(before.user.personalInformation, names),
              asOf: before.newestEntry,
            }),
            ...(department !== undefined && { department: department === 'none' ? null : department }),
          })
          .andTee(({ userId }) => warnOfOwners(io, owners, userId))
          .map((changed) => userChangedReport(changed, { ...options, user })),
      );
    });
  });
}

const NOTHING_TO_UPDATE: CliError = {
  type: 'invalid-input',
  message: 'name what to change: --email, --first-name, --last-name, --name or --department',
};

/** One user, a file of them, or a selection. */
function registerSetActive(
  users: Command,
  context: CommandContext,
  verb: 'activate' | 'deactivate',
  description: string,
): void {
  const command = users
    .command(verb)
    .description(description)
    .argument(
      '[user]',
      'an id or an e-mail; leave it out with --file, --holding, --granted, --department or --all-users',
    );
  registerChange(command, context, verb);
}

function registerErase(users: Command, { fail, io, run }: CommandContext): void {
  const command = users
    .command('erase')
    .description('remove all that is known of an inactive user, for good; it cannot be undone')
    .argument('<user>', 'an id or an e-mail');
  addMadeOptions(command, [yesOption()]).action((user: string, options: EraseOptions) => {
    const refused = cannotAgree(io, 'users erase', options);
    if (refused) return fail(refused);
    return run(options, changingUsers(options, []), ({ parts }) => {
      const operations = operationsIn(parts);
      const input = { ...howOf(options), user };
      const isAgreed: ResultAsync<unknown, CliError> =
        options.yes || options.dryRun
          ? okAsync(undefined)
          : operations
              .erase({ ...input, dryRun: true })
              .mapErr((error) => refusedAs(error, user))
              .andThen((tried) =>
                asking(io, `erase ${describeUser(tried)} for good? This cannot be undone.`),
              );
      return isAgreed
        .andThen(() => operations.erase(input).mapErr((error) => refusedAs(error, user)))
        .map((changed) => userChangedReport(changed, { ...options, user }));
    });
  });
}

function registerLink(
  users: Command,
  { run }: CommandContext,
  verb: 'link' | 'unlink',
  description: string,
): void {
  const command = users
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
    );
  addMadeOptions(command, []).action((user: string, { issuer, subject, ...options }: IdentityOptions) => {
    const identity = { issuer, subject };
    return run(options, changingUsers(options, []), ({ parts }) =>
      operationsIn(parts)
        .setIdentity({ ...howOf(options), user, identity, linked: verb === 'link' })
        .map((changed) => identityChangedReport(changed, identity, options.dryRun)),
    );
  });
}

function addNameOptions(command: Command): Command {
  return command
    .addOption(new VariableOption('--name <name>', 'the whole name; default: first and last name'))
    .addOption(new VariableOption('--first-name <name>', 'the first name'))
    .addOption(new VariableOption('--last-name <name>', 'the last name'));
}

/** The options of every change of one user; those of its own come before the places. */
function addMadeOptions(command: Command, own: readonly Option[]): Command {
  const options = [
    dryRunOption(),
    reasonOption(),
    actorOption(),
    ...own,
    databaseOption(),
    serverOption(),
    jsonOption(),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

type ChangingParts = Partial<Pick<CommandParts, 'userChangeDryRuns' | 'userChanges'>>;

/** Opens what a change needs; a dry run only reads (decision 9). */
function changingUsers<Needed extends keyof CommandParts>(
  options: MadeOptions,
  others: readonly Needed[],
): Request<Needed | 'userChangeDryRuns' | 'userChanges'> {
  return options.dryRun
    ? { ...existing(options, ['userChangeDryRuns', ...others]), access: 'read', keys: 'if-there' }
    : { ...existing(options, ['userChanges', ...others]), check: checkReason(options) };
}

function operationsIn({ userChangeDryRuns, userChanges }: ChangingParts): UserChangeOperations {
  const opened = userChangeDryRuns ?? userChanges;
  if (!opened) throw new Error('neither of the two was opened');
  return opened;
}

function howOf(
  options: MadeOptions,
): Pick<Parameters<UserChangeOperations['erase']>[0], 'dryRun' | 'origin'> {
  return { origin: operatorAs('cli', options), dryRun: options.dryRun };
}

function namesIn({ firstName, lastName, name }: NameOptions): NameOptions {
  return {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(name !== undefined && { name }),
  };
}

/** Names the user of a refusal as they were named. */
function refusedAs<E extends { readonly type: string }>(
  error: E | UserRefused['refusal'],
  user: string,
): E | UserRefused {
  return isRefusal(error) ? { type: 'user-refused', user, refusal: error } : error;
}

function isRefusal(error: { readonly type: string }): error is UserRefused['refusal'] {
  return error.type === 'user-active';
}

/** The names after a change of some: a whole name that is first and last name follows them. */
function renamed(before: UserJson['personalInformation'], given: NameOptions): Required<NameOptions> {
  const isJoined = before.name === `${before.firstName} ${before.lastName}`.trim();
  return { ...before, ...(isJoined && { name: '' }), ...given };
}
