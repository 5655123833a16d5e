import {
  BATCH_NAME_MAX_LENGTH,
  type ChangePermissionsInput,
  parseBatchName,
  type Timestamp,
} from '@ops-admin/core';
import { InvalidArgumentError, Option } from 'commander';
import { type OperatorOptions, operatorOptions } from '../operator.js';
import {
  type DatabaseOption,
  databaseOption,
  type JsonOption,
  jsonOption,
  placeOptions,
  repeatable,
} from '../options.js';
import { ONLY, type Only } from './tally.js';
import { untilOption } from './until.js';

export interface MadeOptions extends DatabaseOption, JsonOption, OperatorOptions {
  readonly dryRun?: boolean;
}

export interface ChangeOptions extends MadeOptions {
  readonly file?: string;
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

export type ImportRecordsOptions = MadeOptions & Pick<ChangeOptions, 'batch' | 'yes'>;

export type ImportUsersOptions = ImportRecordsOptions & Pick<ChangeOptions, 'force'>;

export function dryRunOption(): Option {
  return new Option('--dry-run', 'report what would change, and write nothing');
}

export function madeOptions(): Option[] {
  return [dryRunOption(), ...operatorOptions()];
}

export function yesOption(): Option {
  return new Option('--yes', 'do not ask for confirmation');
}

export function onlyOption(): Option {
  return new Option('--only <rows>', 'of many users: print only these rows').choices(ONLY);
}

export function forceOption(): Option {
  return new Option('--force', 'allow a change that leaves no admin');
}

/** The options of `permissions add|remove` and `users activate|deactivate`. */
export function changeOptions(action: ChangePermissionsInput['action']): Option[] {
  const takesPermissions = action === 'add' || action === 'remove';
  return [
    new Option('--file <file>', 'change many users, by a CSV with a header, or NDJSON; - is standard input'),
    new Option(
      '--holding <permission>',
      'change every user who holds it, or anything of a module: service.<module>.*',
    ),
    new Option('--granted <permission>', 'change every user who may do it, by any permission'),
    new Option(
      '--department <department>',
      'change every user of this department, by id, code or name, and of all below it; narrows --holding and --granted',
    ),
    new Option('--all-users', 'change every user'),
    ...(action === 'add' ? [untilOption()] : []),
    ...(action === 'remove' ? removalOptions() : []),
    ...(takesPermissions ? [strictOption()] : []),
    ...(action === 'remove' || action === 'deactivate' ? [ignoreNotFoundOption()] : []),
    dryRunOption(),
    new Option('--atomic', 'change nothing if any row fails'),
    onlyOption(),
    batchOfRunOption(),
    ...operatorOptions(),
    ...(action === 'activate' ? [] : [forceOption()]),
    yesOption(),
    ...placeOptions(),
  ];
}

function removalOptions(): Option[] {
  return [
    repeatable(
      '--literal <string>',
      'a permission that does not begin with service.; can be repeated',
      String,
    ),
    new Option('--everything', 'remove all permissions and identities (for leavers)'),
    new Option('--keep-links', 'with --everything: keep the identities'),
  ];
}

function strictOption(): Option {
  return new Option('--strict', 'exit with 4 if a permission looks mistyped');
}

function ignoreNotFoundOption(): Option {
  return new Option('--ignore-not-found', 'accept users who do not exist');
}

export function batchOfRunOption(): Option {
  return new Option(
    '--batch <name>',
    'the name of the batch in the audit log; default: a new name',
  ).argParser(parseBatch);
}

export function parseBatch(text: string): string {
  const name = parseBatchName(text);
  if (name.isOk()) return name.value;
  throw new InvalidArgumentError(`Write 1 to ${BATCH_NAME_MAX_LENGTH} characters from ! to ~.`);
}

export function importOptions(): Option[] {
  return [
    dryRunOption(),
    databaseOption(),
    jsonOption(),
    ...operatorOptions(),
    batchOfRunOption(),
    yesOption(),
  ];
}
