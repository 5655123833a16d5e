import type { Command } from 'commander';
import { batchOfRunOption } from '../bulk/batch-option.js';
import { dryRunOption, forceOption, yesOption } from '../bulk/change-options.js';
import { actorOption, type OperatorOptions, reasonOption } from '../operator.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';

/** How records are imported. */
export interface ImportRecordsOptions extends DatabaseOption, JsonOption, OperatorOptions {
  readonly batch?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** How users are imported. */
export interface ImportUsersOptions extends ImportRecordsOptions {
  readonly force?: boolean;
}

/** The options of every import. */
export function addImportOptions(command: Command): Command {
  return command
    .addOption(dryRunOption())
    .addOption(databaseOption())
    .addOption(jsonOption())
    .addOption(reasonOption())
    .addOption(actorOption())
    .addOption(batchOfRunOption())
    .addOption(yesOption());
}

/** The options of `import users`. */
export function addImportUsersOptions(command: Command): Command {
  return addImportOptions(command).addOption(forceOption());
}
