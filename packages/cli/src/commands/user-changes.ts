import { okAsync, type ResultAsync, type UserDetailsJson, type UserJson } from '@ops-admin/core';
import { describeUser } from '@ops-admin/core/operations';
import { Option } from 'commander';
import { asking, cannotAgree } from '../bulk/agree.js';
import { type ChangeOptions, type MadeOptions, madeOptions, yesOption } from '../bulk/change-options.js';
import { needsOf, warnOfDoubts } from '../bulk/doubts.js';
import { checkReason } from '../bulk/open-run.js';
import { registerChange } from '../bulk/register-change.js';
import type { CliCommand } from '../cli-command.js';
import { type CliError, type InvalidInput, invalidInput } from '../cli-error.js';
import type { CommandContext, Request } from '../command-context.js';
import type { CommandParts, UserChangeOperations } from '../command-parts.js';
import { given } from '../given.js';
import { operatorAs } from '../operator.js';
import { existing, parseText, placeOptions, repeatable } from '../options.js';
import { sayEntry } from '../present/printed-command.js';
import { identityChangedReport, userChangedReport } from '../present/user-changed.js';
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

type EraseOptions = MadeOptions & Pick<ChangeOptions, 'yes'>;

interface IdentityOptions extends MadeOptions {
  readonly issuer: string;
  readonly subject: string;
}

/** `users create|update|activate|deactivate|erase|link|unlink` */
export function registerUserChanges(users: CliCommand, context: CommandContext): void {
  registerCreate(users, context);
  registerUpdate(users, context);
  for (const [verb, description] of [
    ['activate', 'let users back in, with the permissions that they hold'],
    ['deactivate', 'lock users out, who keep their permissions'],
  ] as const)
    registerChange(users.command(verb).description(description), context, verb);
  registerErase(users, context);
  registerLink(users, context, 'link', 'let tokens with this issuer and subject identify a user');
  registerLink(users, context, 'unlink', 'stop tokens with this issuer and subject from identifying a user');
}

function registerCreate(users: CliCommand, { io, run }: CommandContext): void {
  users
    .command('create')
    .description('create a user')
    .argument('<email>', 'their e-mail')
    .addOptions(repeatable('--email <email>', 'another e-mail of theirs; can be repeated'), ...nameOptions())
    .option('--department <department>', 'an id or a code', parseText)
    .addOption(repeatable('--permission <permission>', 'what they may do; can be repeated'))
    .addOptions(...madeOptions(), ...placeOptions())
    .action((user: string, options: CreateOptions) => {
      const { department, email = [], permission: added = [] } = options;
      const emails = [user, ...email];
      return run(
        options,
        changingUsers(options, ['users', ...needsOf({ permissions: added })]),
        ({ parts }) =>
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
                .andTee(({ entryId }) => sayEntry(io, entryId, { isUndoable: true }))
                .map((changed) => userChangedReport(changed, { ...options, user, added })),
            ),
      );
    });
}

function registerUpdate(users: CliCommand, context: CommandContext): void {
  const { fail, io, run } = context;
  users
    .command('update')
    .description('change the names, e-mails or department of a user')
    .argument('<user>', 'an id or an e-mail')
    .addOptions(
      repeatable('--email <email>', 'an e-mail in place of all others; can be repeated'),
      ...nameOptions(),
    )
    .option('--department <department>', 'an id or a code, or none', parseText)
    .addOptions(...madeOptions(), ...placeOptions())
    .action((user: string, options: PersonOptions) => {
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
            .andTee(({ entryId }) => sayEntry(io, entryId, { isUndoable: false }))
            .map((changed) => userChangedReport(changed, { ...options, user })),
        );
      });
    });
}

const NOTHING_TO_UPDATE: InvalidInput = invalidInput(
  'name what to change: --email, --first-name, --last-name, --name or --department',
);

function registerErase(users: CliCommand, { fail, io, run }: CommandContext): void {
  users
    .command('erase')
    .description('remove all that is known of an inactive user, for good; it cannot be undone')
    .argument('<user>', 'an id or an e-mail')
    .addOptions(...madeOptions(), yesOption(), ...placeOptions())
    .action((user: string, options: EraseOptions) => {
      const refused = cannotAgree(io, 'users erase', options);
      if (refused) return fail(refused);
      return run(options, changingUsers(options, []), ({ parts }) => {
        const erase = (how: { readonly dryRun?: boolean }) =>
          operationsIn(parts)
            .erase({ ...howOf({ ...options, ...how }), user })
            .mapErr(
              (error): CliError =>
                error.type === 'user-active' ? { type: 'user-refused', user, refusal: error } : error,
            );
        const isAgreed: ResultAsync<unknown, CliError> =
          options.yes || options.dryRun
            ? okAsync(undefined)
            : erase({ dryRun: true }).andThen((tried) =>
                asking(io, `erase ${describeUser(tried)} for good? This cannot be undone.`),
              );
        return isAgreed
          .andThen(() => erase({}))
          .andTee(({ entryId }) => sayEntry(io, entryId, { isUndoable: false }))
          .map((changed) => userChangedReport(changed, { ...options, user }));
      });
    });
}

function registerLink(
  users: CliCommand,
  { io, run }: CommandContext,
  verb: 'link' | 'unlink',
  description: string,
): void {
  users
    .command(verb)
    .description(description)
    .argument('<user>', 'an id or an e-mail')
    .requiredOption('--issuer <issuer>', 'the identity provider: `iss` in its tokens')
    .requiredOption('--subject <subject>', 'the user at the identity provider: `sub` in its tokens')
    .addOptions(...madeOptions(), ...placeOptions())
    .action((user: string, { issuer, subject, ...options }: IdentityOptions) => {
      const identity = { issuer, subject };
      const linked = verb === 'link';
      return run(options, changingUsers(options, []), ({ parts }) =>
        operationsIn(parts)
          .setIdentity({ ...howOf(options), user, identity, linked })
          .andTee(({ entryId }) => sayEntry(io, entryId, { isUndoable: true }))
          .map((changed) => identityChangedReport(changed, { ...identity, linked }, options.dryRun)),
      );
    });
}

function nameOptions(): Option[] {
  return [
    new Option('--name <name>', 'the whole name; default: first and last name'),
    new Option('--first-name <name>', 'the first name'),
    new Option('--last-name <name>', 'the last name'),
  ];
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
  return given({ firstName, lastName, name });
}

/** The names after a change of some: a whole name that is first and last name follows them. */
function renamed(before: UserJson['personalInformation'], given: NameOptions): Required<NameOptions> {
  const isJoined = before.name === `${before.firstName} ${before.lastName}`.trim();
  return { ...before, ...(isJoined && { name: '' }), ...given };
}
