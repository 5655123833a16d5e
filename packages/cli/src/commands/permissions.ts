import { type CheckedPermission, okAsync, ResultAsync } from '@ops-admin/core';
import { Option } from 'commander';
import { parseModule } from '../audit/trail-values.js';
import type { ApplyGrantsOptions } from '../bulk/apply-grants.js';
import {
  batchOfRunOption,
  dryRunOption,
  forceOption,
  type MadeOptions,
  madeOptions,
  onlyOption,
  yesOption,
} from '../bulk/change-options.js';
import { needsOf, warnOfDoubts } from '../bulk/doubts.js';
import type { ExportGrantsOptions } from '../bulk/export-grants.js';
import { requestChange } from '../bulk/open-run.js';
import { registerChange } from '../bulk/register-change.js';
import type { RenameOptions } from '../bulk/rename-for-all.js';
import { type CliError, invalidInput } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import { findHolders } from '../find-holders.js';
import { given } from '../given.js';
import { departmentGiven } from '../named-department.js';
import { operatorAs, operatorOptions } from '../operator.js';
import {
  type DatabaseOption,
  databaseOption,
  existing,
  type JsonOption,
  jsonOption,
  moduleOption,
  parseText,
  placeOptions,
  repeatable,
} from '../options.js';
import { knownReport, modulesReport } from '../present/known-permissions.js';
import {
  checkedReport,
  differenceReport,
  effectiveReport,
  expiredReport,
  heldReport,
  holdersReport,
} from '../present/permission-sets.js';
import type { Report } from '../present/report.js';

type Options = DatabaseOption & JsonOption;

interface ListOptions extends Options {
  readonly effective?: boolean;
}

interface HoldersOptions extends Options {
  readonly exact?: boolean;
}

interface KnownOptions extends Options {
  readonly module?: string;
  readonly listed?: 'true' | 'false';
}

export const registerPermissions: RegisterCommand = (program, context) => {
  const { fail, io, run } = context;
  const permissions = program.command('permissions').description('show and change what users may do');

  permissions
    .command('list')
    .description('list the permissions of a user')
    .argument('<user>', 'an id or an e-mail')
    .option('--effective', 'show what each permission grants, and which other permission covers it')
    .addOptions(...placeOptions())
    .action((name: string, options: ListOptions) =>
      run(options, existing(options, ['users']), ({ parts: { users } }) =>
        users.find(name).map(options.effective ? effectiveReport : heldReport),
      ),
    );

  permissions
    .command('diff')
    .description('compare the permissions of two users')
    .argument('<user>', 'an id or an e-mail')
    .argument('<other>', 'an id or an e-mail')
    .addOptions(...placeOptions())
    .action((name: string, otherName: string, options: Options) =>
      run(options, existing(options, ['users']), ({ parts: { users } }) =>
        users
          .find(name)
          .andThen((user) => users.find(otherName).map((other) => differenceReport(user, other))),
      ),
    );

  permissions
    .command('check')
    .description('check whether a user may do things; ends with 4 if one of them is not granted')
    .argument('<user>', 'an id or an e-mail')
    .argument('<permission...>', 'service.<module>.<action>, or any string')
    .addOptions(...placeOptions())
    .action((user: string, asked: string[], options: Options) =>
      run(
        options,
        existing(options, ['checks', 'knownPermissions']),
        ({ parts: { checks, knownPermissions } }) =>
          checks
            .check(asked.map((permission) => ({ user, permission })))
            .andThrough((checked) =>
              warnOfDoubts(
                io,
                { knownPermissions },
                { permissions: asked.filter((_, n) => !isHeld(checked[n])) },
              ),
            )
            .map((checked) => checkedReport(user, asked, checked)),
      ),
    );

  permissions
    .command('holders')
    .description('list the users who may do something, by which permission, and until when')
    .argument('<permission>', 'service.<module>.<action>, or any string', parseText)
    .option('--exact', 'list only users who hold exactly this string')
    .addOptions(...placeOptions())
    .action((permission: string, { exact = false, ...options }: HoldersOptions) =>
      run(
        options,
        existing(options, ['knownPermissions', 'users']),
        ({ parts: { knownPermissions, users } }) =>
          findHolders(users, permission, exact)
            .andThrough((holders) =>
              // A holder of the string itself shows that it is a permission.
              holders.some(({ through }) => through.includes(permission))
                ? okAsync(undefined)
                : warnOfDoubts(io, { knownPermissions }, { permissions: [permission] }),
            )
            .map(holdersReport),
      ),
    );

  permissions
    .command('known')
    .description('list the permissions that the catalogue lists, a user holds, or the audit log names')
    .argument('[text]', 'a part of the permission, or of its description', parseText)
    .option('--module <module>', 'only this module, such as billing', parseModule)
    .addOption(
      new Option('--listed [true|false]', 'only permissions that the catalogue lists; false: only others')
        .choices(['true', 'false'])
        .preset('true'),
    )
    .addOptions(...placeOptions())
    .action((text: string | undefined, { listed, module, ...options }: KnownOptions) =>
      run(options, existing(options, ['knownPermissions']), ({ parts: { knownPermissions } }) =>
        knownPermissions
          .list({
            ...given({ search: text, module }),
            ...(listed !== undefined && { listed: listed === 'true' }),
          })
          .andThrough(() => warnOfDoubts(io, { knownPermissions }, { modules: [module] }))
          .map(({ permissions: known }) => knownReport(known)),
      ),
    );

  permissions
    .command('modules')
    .description('list the modules of known permissions')
    .addOptions(...placeOptions())
    .action((options: Options) =>
      run(options, existing(options, ['knownPermissions']), ({ parts: { knownPermissions } }) =>
        knownPermissions.modules().map(modulesReport),
      ),
    );

  permissions
    .command('export')
    .description('write what users hold, and who added it, as a CSV that permissions apply takes')
    .addOptions(
      ...scopeOptions(),
      repeatable('--user <user>', 'only this user, by id or e-mail; can be repeated'),
    )
    .addOption(
      new Option(
        '--by <part>',
        'write a file for each department with a manager, of its people and of those below that have none; others.csv has the rest',
      ).choices(['department']),
    )
    .option('--dir <dir>', 'with --by: the folder of the files, made where it is missing')
    .addOptions(...placeOptions())
    .action(async (options: ExportGrantsOptions) => {
      const { exportGrants, exportByDepartment } = await import('../bulk/export-grants.js');
      const { by, dir, module: modules = [] } = options;
      if ((by === undefined) !== (dir === undefined))
        return fail(invalidInput('--by department and --dir go together'));
      const needs = ['departments', 'users', ...needsOf({ modules })] as const;
      return run(options, existing(options, needs), ({ parts }) =>
        warnOfDoubts(io, parts, { modules })
          .andThen(() => departmentGiven(parts.departments, options.department))
          .andThen((department): ResultAsync<Report | undefined, CliError> => {
            const narrowed = { ...options, ...given({ department }) };
            return dir === undefined
              ? exportGrants(io, parts.users, narrowed)
              : exportByDepartment(parts, dir, narrowed);
          }),
      );
    });

  permissions
    .command('apply')
    .description(
      'make what users hold equal to a file of permissions export; --module and --department narrow it',
    )
    .argument('<file>', GRANT_FILE)
    .addOptions(...scopeOptions(), ...runOptions(), forceOption(), yesOption(), ...placeOptions())
    .action(async (file: string, options: ApplyGrantsOptions) =>
      (await import('../bulk/apply-grants.js')).applyGrants(context, file, options),
    );

  permissions
    .command('review')
    .description(
      'remove and confirm what the column decision of a file of permissions export says: keep or remove',
    )
    .argument('<file>', GRANT_FILE)
    .addOptions(...runOptions(), forceOption(), ...placeOptions())
    .action(async (file: string, options: ApplyGrantsOptions) =>
      (await import('../bulk/apply-grants.js')).reviewGrants(context, file, options),
    );

  registerChange(
    permissions.command('add').description('add permissions to one user or many'),
    context,
    'add',
    'service.<module>, service.<module>.<action> or service.<module>.*',
  );
  registerChange(
    permissions
      .command('remove')
      .description('remove permissions from one user or many; service.<module>.* removes the whole module'),
    context,
    'remove',
    'the exact permission, or service.<module>.* for the whole module',
  );

  permissions
    .command('copy')
    .description('add the permissions of one user to another user')
    .argument('<from>', 'the user to copy from: an id or an e-mail')
    .argument('<to>', 'the user who gets the permissions: an id or an e-mail')
    .addOptions(...madeOptions(), ...placeOptions())
    .action((from: string, to: string, options: MadeOptions) => {
      const { dryRun = false } = options;
      return run(options, requestChange(options, ['permissions']), ({ parts: { permissions } }) =>
        ResultAsync.fromSafePromise(import('../bulk/change-one.js')).andThen(({ oneReport }) =>
          permissions
            .copy({ from, to, origin: operatorAs('cli', options), dryRun })
            .andThen((changed) => oneReport(io, changed, options)),
        ),
      );
    });

  permissions
    .command('expire')
    .description(
      'write the audit entries of permissions that have ended; a running service does it by itself',
    )
    .addOptions(databaseOption(), jsonOption())
    .action((options: Options) =>
      run(options, existing(options, ['expiry']), ({ parts: { expiry } }) => expiry.run().map(expiredReport)),
    );

  permissions
    .command('rename')
    .description('rename a permission, or a whole module, for everybody who holds it')
    .argument('<old>', 'the permission, or service.<module>.* for the whole module')
    .argument('<new>', 'its new name')
    .addOptions(...runOptions(), yesOption(), ...placeOptions())
    .action(async (from: string, to: string, options: RenameOptions) => {
      const { renameForAll } = await import('../bulk/rename-for-all.js');
      await renameForAll(context, from, to, options);
    });
};

const GRANT_FILE = 'a CSV with the columns of permissions export; - is standard input';

function scopeOptions(): Option[] {
  return [
    moduleOption('only this module, such as billing; can be repeated'),
    new Option(
      '--department <department>',
      'only users of this department, by id, code or name, and of all below it',
    ).argParser(parseText),
  ];
}

function runOptions(): Option[] {
  return [dryRunOption(), onlyOption(), batchOfRunOption(), ...operatorOptions()];
}

/** Whether the user holds the string itself, which shows that it is one. */
function isHeld({ coveredBy, granted }: CheckedPermission = { coveredBy: [], granted: false }): boolean {
  return granted && coveredBy.length === 0;
}
