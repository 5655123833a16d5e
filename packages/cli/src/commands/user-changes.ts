import { okAsync, type ResultAsync } from '@ops-admin/core';
import { describeUser } from '@ops-admin/core/operations';
import { Option } from 'commander';
import { asking, cannotAgree } from '../bulk/agree.js';
import {
  batchOfRunOption,
  type ChangeOptions,
  type MadeOptions,
  madeOptions,
  onlyOption,
  yesOption,
} from '../bulk/change-options.js';
import type { PeopleOptions } from '../bulk/change-people.js';
import { needsOf, warnOfDoubts } from '../bulk/doubts.js';
import { requestChange } from '../bulk/open-run.js';
import { registerChange } from '../bulk/register-change.js';
import { updateUser } from '../bulk/update-user.js';
import type { CliCommand } from '../cli-command.js';
import { type CliError, type InvalidInput, invalidInput } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { UserChangeOperations } from '../command-parts.js';
import { given } from '../given.js';
import { departmentGiven } from '../named-department.js';
import { operatorAs } from '../operator.js';
import { parseText, placeOptions, repeatable } from '../options.js';
import { sayEntry } from '../present/printed-command.js';
import { identityChangedReport, userChangedReport } from '../present/user-changed.js';

interface NameOptions {
  readonly name?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

interface PersonOptions extends PeopleOptions, NameOptions {
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

export function registerUserChanges(users: CliCommand, context: CommandContext): void {
  registerCreate(users, context);
  registerUpdate(users, context);
  for (const [verb, description] of [
    ['activate', 'let users back in, with the permissions that they hold'],
    ['deactivate', 'lock users out; they keep their permissions'],
  ] as const)
    registerChange(users.command(verb).description(description), context, verb);
  registerErase(users, context);
  registerLink(users, context, 'link', 'let tokens with this issuer and subject identify a user');
  registerLink(users, context, 'unlink', 'stop tokens with this issuer and subject from identifying a user');
}

function registerCreate(users: CliCommand, context: CommandContext): void {
  const { fail, io, run } = context;
  users
    .command('create')
    .description('create a user, or all users of a file')
    .argument('[email]', 'their e-mail; leave it out with --file')
    .addOptions(repeatable('--email <email>', 'a further e-mail; can be repeated'), ...nameOptions())
    .option('--department <department>', 'an id, a code or a name', parseText)
    .addOption(repeatable('--permission <permission>', 'what they may do; can be repeated'))
    .addOptions(...fileOptions('the e-mail, names, department and permissions of each user'))
    .addOptions(...madeOptions(), ...placeOptions())
    .action((user: string | undefined, options: CreateOptions) => {
      const { department, email = [], permission: added = [] } = options;
      if (options.file !== undefined) return changeFile(context, 'create', options.file, user, options);
      if (user === undefined) return fail(invalidInput('name an e-mail, or --file'));
      if (isOfMany(options)) return fail(ONE_ROW);
      const names = namesIn(options);
      if (Object.keys(names).length === 0) return fail(NO_NAME_GIVEN);
      const emails = [user, ...email];
      return run(
        options,
        requestChange(options, ['departments', 'userChanges', ...needsOf({ permissions: added })]),
        ({ parts }) =>
          warnOfDoubts(io, parts, { permissions: added })
            .andThen(() => departmentGiven(parts.departments, department))
            .andThen((id) =>
              parts.userChanges
                .create({
                  ...howOf(options),
                  emails,
                  personalInformation: names,
                  permissions: added,
                  department: id,
                })
                .andTee(({ entry }) => sayEntry(io, entry, { isUndoable: true }))
                .map((changed) => userChangedReport(changed, { ...options, user, added })),
            ),
      );
    });
}

function registerUpdate(users: CliCommand, context: CommandContext): void {
  const { fail, io, run } = context;
  users
    .command('update')
    .description('change the names, e-mails or department of a user, or of all users of a file')
    .argument('[user]', 'an id or an e-mail; leave it out with --file')
    .addOptions(
      repeatable('--email <email>', 'an e-mail in place of all others; can be repeated'),
      ...nameOptions(),
    )
    .option('--department <department>', 'an id, a code or a name, or none', parseText)
    .addOptions(...fileOptions('the id or e-mail of each user, and new names, departments or e-mails'))
    .addOptions(...madeOptions(), ...placeOptions())
    .action((user: string | undefined, options: PersonOptions) => {
      const { department, email } = options;
      if (options.file !== undefined) return changeFile(context, 'update', options.file, user, options);
      if (user === undefined) return fail(invalidInput('name a user, or --file'));
      if (isOfMany(options)) return fail(ONE_ROW);
      const names = namesIn(options);
      const isNamed = Object.keys(names).length > 0;
      if (!isNamed && email === undefined && department === undefined) return fail(NOTHING_TO_UPDATE);
      return run(options, requestChange(options, ['departments', 'userChanges', 'users']), ({ parts }) => {
        const place: ResultAsync<string | null | undefined, CliError> =
          department === 'none' ? okAsync(null) : departmentGiven(parts.departments, department);
        return place
          .andThen((id) => {
            const changes = { emails: email, names, department: id };
            return updateUser(parts.userChanges, parts.users, user, changes, howOf(options));
          })
          .andTee(({ entry }) => sayEntry(io, entry, { isUndoable: false }))
          .map((changed) => userChangedReport(changed, { ...options, user }));
      });
    });
}

function fileOptions(columns: string): Option[] {
  return [
    new Option('--file <file>', `CSV with a header, or JSON: ${columns}; - is standard input`),
    onlyOption(),
    batchOfRunOption(),
  ];
}

function isOfMany({ batch, only }: PeopleOptions): boolean {
  return batch !== undefined || only !== undefined;
}

const ONE_ROW = invalidInput('--batch and --only require --file');

/** Changes the users of a file, which says all of them. */
async function changeFile(
  context: CommandContext,
  use: 'create' | 'update',
  file: string,
  user: string | undefined,
  options: CreateOptions,
): Promise<void> {
  const { department, email, firstName, lastName, name, permission } = options;
  const beside = [user, department, email, firstName, lastName, name, permission];
  if (beside.some((one) => one !== undefined))
    return context.fail(invalidInput('--file says everything of the users: name nothing else'));
  const { changePeople } = await import('../bulk/change-people.js');
  return await changePeople(context, use, file, options);
}

const NO_NAME_GIVEN: InvalidInput = invalidInput('a user needs a name: --name, --first-name or --last-name');

const NOTHING_TO_UPDATE: InvalidInput = invalidInput(
  'name what to change: --email, --first-name, --last-name, --name or --department',
);

function registerErase(users: CliCommand, { fail, io, run }: CommandContext): void {
  users
    .command('erase')
    .description('erase an inactive user: e-mails, names, identities and permissions; it cannot be undone')
    .argument('<user>', 'an id or an e-mail')
    .addOptions(...madeOptions(), yesOption(), ...placeOptions())
    .action((user: string, options: EraseOptions) => {
      const refused = cannotAgree(io, 'users erase', options);
      if (refused) return fail(refused);
      return run(options, requestChange(options, ['userChanges']), ({ parts }) => {
        const erase = (how: { readonly dryRun?: boolean }) =>
          parts.userChanges
            .erase({ ...howOf({ ...options, ...how }), user })
            .mapErr(
              (error): CliError =>
                error.type === 'user-active' ? { type: 'user-refused', user, refusal: error } : error,
            );
        const isAgreed: ResultAsync<unknown, CliError> =
          options.yes || options.dryRun
            ? okAsync(undefined)
            : erase({ dryRun: true }).andThen((tried) =>
                asking(io, `erase ${describeUser(tried)} permanently? This cannot be undone.`),
              );
        return isAgreed
          .andThen(() => erase({}))
          .andTee(({ entry }) => sayEntry(io, entry, { isUndoable: false }))
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
      return run(options, requestChange(options, ['userChanges']), ({ parts }) =>
        parts.userChanges
          .setIdentity({ ...howOf(options), user, identity, linked })
          .andTee(({ entry }) => sayEntry(io, entry, { isUndoable: true }))
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

function howOf(
  options: MadeOptions,
): Pick<Parameters<UserChangeOperations['erase']>[0], 'dryRun' | 'origin'> {
  return { origin: operatorAs('cli', options), dryRun: options.dryRun };
}

function namesIn({ firstName, lastName, name }: NameOptions): NameOptions {
  return given({ firstName, lastName, name });
}
