import type { ChangePermissionsInput, Timestamp } from '@ops-admin/core';
import type { Command, Option } from 'commander';
import { VariableOption } from '../config/variable-option.js';
import { actorOption, type OperatorOptions, reasonOption } from '../operator.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { serverOption } from '../remote/server-option.js';
import { batchOfRunOption } from './batch-option.js';
import { ONLY, type Only } from './tally.js';
import { untilOption } from './until.js';

/** How any change of permissions is made. */
export interface MadeOptions extends DatabaseOption, JsonOption, OperatorOptions {
  readonly dryRun?: boolean;
}

/** How permissions are changed, of one user or of many. */
export interface ChangeOptions extends MadeOptions {
  readonly file?: string;
  readonly userColumn?: string;
  readonly permissionColumn?: string;
  readonly holding?: string;
  readonly granted?: string;
  readonly department?: string;
  readonly allUsers?: boolean;
  readonly literal?: readonly string[];
  readonly everything?: boolean;
  readonly keepLinks?: boolean;
  readonly strict?: boolean;
  readonly ignoreNotFound?: boolean;
  readonly atomic?: boolean;
  readonly until?: Timestamp;
  readonly batch?: string;
  readonly force?: boolean;
  readonly only?: Only;
  readonly yes?: boolean;
}

/** `--dry-run` */
export function dryRunOption(): Option {
  return new VariableOption('--dry-run', 'report what would change, and write nothing');
}

/** `--yes` */
export function yesOption(): Option {
  return new VariableOption('--yes', 'do not ask for confirmation');
}

/** `--only changed|failed` */
export function onlyOption(): Option {
  return new VariableOption('--only <rows>', 'of a run over many users: print only these rows').choices(ONLY);
}

/** `--force` */
export function forceOption(): Option {
  return new VariableOption('--force', 'allow a change that leaves no admin');
}

/** The options of `permissions add|remove` and `users activate|deactivate`. */
export function addChangeOptions(command: Command, action: ChangePermissionsInput['action']): Command {
  const takesPermissions = action === 'add' || action === 'remove';
  const options = [
    new VariableOption(
      '--file <file>',
      'change many users, by a CSV with a header, or NDJSON; - is standard input',
    ),
    userColumnOption(),
    ...(takesPermissions ? [permissionColumnOption()] : []),
    new VariableOption(
      '--holding <permission>',
      'change every user who holds it, or anything of a module: service.<module>.*',
    ),
    new VariableOption('--granted <permission>', 'change every user who may do it, by any permission'),
    new VariableOption(
      '--department <department>',
      'change every user of this department, by id or code, and of all below it; narrows --holding and --granted',
    ),
    new VariableOption('--all-users', 'change every user'),
    ...(action === 'add' ? [untilOption()] : []),
    ...(action === 'remove' ? removalOptions() : []),
    ...(takesPermissions ? [strictOption()] : []),
    ...(action === 'remove' || action === 'deactivate' ? [ignoreNotFoundOption()] : []),
    dryRunOption(),
    new VariableOption('--atomic', 'change nothing if any row fails'),
    onlyOption(),
    batchOfRunOption(),
    reasonOption(),
    actorOption(),
    ...(action === 'activate' ? [] : [forceOption()]),
    yesOption(),
    databaseOption(),
    serverOption(),
    jsonOption(),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

/** `--user-column` */
export function userColumnOption(): Option {
  return new VariableOption('--user-column <header>', 'with a CSV: the column of users, by its header');
}

function permissionColumnOption(): Option {
  return new VariableOption(
    '--permission-column <header>',
    'with a CSV: the column of permissions, by its header',
  );
}

function removalOptions(): Option[] {
  return [
    new VariableOption(
      '--literal <string>',
      'a permission that does not begin with service.; can be repeated',
    ).argParser((text: string, before: readonly string[] = []) => [...before, text]),
    new VariableOption('--everything', 'remove all permissions and identities: of leavers'),
    new VariableOption('--keep-links', 'with --everything: keep the identities'),
  ];
}

function strictOption(): Option {
  return new VariableOption('--strict', 'exit with 4 if a permission looks mistyped');
}

function ignoreNotFoundOption(): Option {
  return new VariableOption('--ignore-not-found', 'accept users who do not exist');
}
