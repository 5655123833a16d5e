import type { Option } from 'commander';
import { batchOfRunOption } from '../bulk/batch-option.js';
import { dryRunOption, yesOption } from '../bulk/change-options.js';
import { type OperatorOptions, operatorOptions } from '../operator.js';
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
