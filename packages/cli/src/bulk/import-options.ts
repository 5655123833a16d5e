import type { Option } from 'commander';
import { operatorOptions } from '../operator.js';
import { databaseOption, jsonOption } from '../options.js';
import { batchOfRunOption } from './batch-option.js';
import { type ChangeOptions, dryRunOption, type MadeOptions, yesOption } from './change-options.js';

/** How records are imported. */
export type ImportRecordsOptions = MadeOptions & Pick<ChangeOptions, 'batch' | 'yes'>;

/** How users are imported. */
export type ImportUsersOptions = ImportRecordsOptions & Pick<ChangeOptions, 'force'>;

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
