import type { Command } from 'commander';
import { batchOfRunOption } from '../bulk/batch-option.js';
import { dryRunOption, forceOption, yesOption } from '../bulk/change-options.js';
import { actorOption, type OperatorOptions, reasonOption } from '../operator.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';

/** How departments are imported. */
export interface ImportDepartmentsOptions extends DatabaseOption, JsonOption {
  readonly dryRun?: boolean;
}

/** How users are imported. */
export interface ImportUsersOptions extends ImportDepartmentsOptions, OperatorOptions {
  readonly batch?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
}

/** The options of `import departments`. */
export function addImportOptions(command: Command): Command {
  return command.addOption(dryRunOption()).addOption(databaseOption()).addOption(jsonOption());
}

/** The options of `import users`, which writes to the audit trail. */
export function addImportUsersOptions(command: Command): Command {
  return addImportOptions(command)
    .addOption(reasonOption())
    .addOption(actorOption())
    .addOption(batchOfRunOption())
    .addOption(forceOption())
    .addOption(yesOption());
}
