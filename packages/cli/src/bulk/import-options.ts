import type { Option } from 'commander';
import { operatorOptions } from '../operator.js';
import { databaseOption, jsonOption } from '../options.js';
import { batchOfRunOption } from './batch-option.js';
import { type ChangeOptions, dryRunOption, type MadeOptions, yesOption } from './change-options.js';

export type ImportRecordsOptions = MadeOptions & Pick<ChangeOptions, 'batch' | 'yes'>;

export type ImportUsersOptions = ImportRecordsOptions & Pick<ChangeOptions, 'force'>;

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
