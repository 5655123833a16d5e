import { type Command, Option } from 'commander';
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
    new Option('--file <file>', 'many users: user,permission in CSV, or NDJSON; - is standard input').env(
      'OPS_FILE',
    ),
    new Option(
      '--holding <permission>',
      'every user who holds it, or any of a module: service.<module>.*',
    ).env('OPS_HOLDING'),
    new Option('--all-users', 'every user there is').env('OPS_ALL_USERS'),
    new Option('--dry-run', 'tell what would change, and write nothing').env('OPS_DRY_RUN'),
    new Option('--atomic', 'change nothing where any row fails').env('OPS_ATOMIC'),
    reasonOption(),
    actorOption(),
    new Option('--force', 'let the last admin go').env('OPS_FORCE'),
    new Option('--yes', 'do not ask').env('OPS_YES'),
    databaseOption(),
    jsonOption(),
  ];
  for (const option of options) command.addOption(option);
  return command;
}
