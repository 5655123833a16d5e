import { randomBytes } from 'node:crypto';
import { type Clock, now } from '@ops-admin/core';
import { InvalidArgumentError, type Option } from 'commander';
import { VariableOption } from '../config/variable-option.js';

/** Names a run, so that later ones sort after it: `20261121T103045-7f3a9c`. */
export function newBatchId(clock: Clock): string {
  const seconds = now(clock).slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
  return `${seconds.replace(/[-:]/g, '')}-${randomBytes(3).toString('hex')}`;
}

/** `--batch NAME` of a run that changes users */
export function batchOfRunOption(): Option {
  return new VariableOption(
    '--batch <name>',
    'the name of this run in the audit trail; a new one by default',
  ).argParser(parseBatch);
}

function parseBatch(text: string): string {
  if (/^[!-~]{1,100}$/.test(text)) return text;
  throw new InvalidArgumentError('Write 1 to 100 characters from ! to ~.');
}
