import type { PermissionOrders } from '@ops-admin/core';
import type { Command, Option } from 'commander';
import { VariableOption } from '../config/variable-option.js';
import { actorOption, type OperatorOptions, reasonOption } from '../operator.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { serverOption } from '../remote/server-option.js';
import { batchOfRunOption } from './batch-option.js';

/** How any change of permissions is made. */
export interface MadeOptions extends DatabaseOption, JsonOption, OperatorOptions {
  readonly dryRun?: boolean;
}

/** How permissions are changed, of one user or of many. */
export interface ChangeOptions extends MadeOptions {
  readonly file?: string;
  readonly holding?: string;
  readonly granted?: string;
  readonly allUsers?: boolean;
  readonly literal?: readonly string[];
  readonly everything?: boolean;
  readonly keepLinks?: boolean;
  readonly strict?: boolean;
  readonly ignoreNotFound?: boolean;
  readonly atomic?: boolean;
  readonly batch?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
}

/** `--dry-run` */
export function dryRunOption(): Option {
  return new VariableOption('--dry-run', 'report what would change, and write nothing');
}

/** `--yes` */
export function yesOption(): Option {
  return new VariableOption('--yes', 'do not ask');
}

/** The options of `permissions add|remove`. */
export function addChangeOptions(command: Command, action: PermissionOrders['action']): Command {
  const options = [
    new VariableOption('--file <file>', 'many users: user,permission in CSV, or NDJSON; - is standard input'),
    new VariableOption(
      '--holding <permission>',
      'every user who holds it, or any of a module: service.<module>.*',
    ),
    new VariableOption('--granted <permission>', 'every user who may do it, through whatever they hold'),
    new VariableOption('--all-users', 'every user there is'),
    ...(action === 'remove' ? removalOptions() : []),
    dryRunOption(),
    new VariableOption('--atomic', 'change nothing where any row fails'),
    batchOfRunOption(),
    reasonOption(),
    actorOption(),
    new VariableOption('--force', 'let the last admin go'),
    yesOption(),
    databaseOption(),
    serverOption(),
    jsonOption(),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

function removalOptions(): Option[] {
  return [
    new VariableOption(
      '--literal <string>',
      'a held string that does not begin with service., to the letter; may be repeated',
    ).argParser((text: string, before: readonly string[] = []) => [...before, text]),
    new VariableOption('--everything', 'all that one user holds, and the identities that act as them'),
    new VariableOption('--keep-links', 'with --everything: leave the identities'),
    new VariableOption('--strict', 'exit with 4 where anything cannot have been meant'),
    new VariableOption('--ignore-not-found', 'take users who are not there for no failure'),
  ];
}
