import { BATCH_NAME_MAX_LENGTH, parseBatchName } from '@ops-admin/core';
import { InvalidArgumentError, Option } from 'commander';

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
