import type { Command } from 'commander';
import { VariableOption } from '../config/variable-option.js';
import { actorOption, type OperatorOptions, reasonOption } from '../operator.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';

/** How permissions are changed, of one user or of many. */
export interface ChangeOptions extends DatabaseOption, JsonOption, OperatorOptions {
  readonly file?: string;
  readonly holding?: string;
  readonly allUsers?: boolean;
  readonly dryRun?: boolean;
  readonly atomic?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
}

/** The options of `permissions add|remove`. */
export function addChangeOptions(command: Command): Command {
  const options = [
    new VariableOption(
      '--file <file>',
      'many users: user,permission in CSV, or NDJSON; - is standard input',
    ).env('OPS_FILE'),
    new VariableOption(
      '--holding <permission>',
      'every user who holds it, or any of a module: service.<module>.*',
    ).env('OPS_HOLDING'),
    new VariableOption('--all-users', 'every user there is').env('OPS_ALL_USERS'),
    new VariableOption('--dry-run', 'report what would change, and write nothing').env('OPS_DRY_RUN'),
    new VariableOption('--atomic', 'change nothing where any row fails').env('OPS_ATOMIC'),
    reasonOption(),
    actorOption(),
    new VariableOption('--force', 'let the last admin go').env('OPS_FORCE'),
    new VariableOption('--yes', 'do not ask').env('OPS_YES'),
    databaseOption(),
    jsonOption(),
  ];
  for (const option of options) command.addOption(option);
  return command;
}
