import { parseBatchName, type Timestamp } from '@ops-admin/core';
import { InvalidArgumentError } from 'commander';
import { FIRST_MOMENT, LAST_MOMENT, readTime, type TimeForms } from '../read-time.js';

/** Reads an ISO 8601 time with its zone, a date for its first moment in UTC, or a span such as `24h`, `7d` or `1w` ago. */
export function parseSince(text: string): Timestamp {
  return momentOf(text, FIRST_MOMENT);
}

/** Reads the same, but a date for its last moment: a day from and until itself is that day. */
export function parseUntil(text: string): Timestamp {
  return momentOf(text, LAST_MOMENT);
}

function momentOf(text: string, ofDay: TimeForms['ofDay']): Timestamp {
  const read = readTime(text, { ofDay, span: 'ago', units: 'smhdw' });
  if (read.isOk()) return read.value;
  throw new InvalidArgumentError('Write 2026-11-21, 2026-11-21T08:00:00Z, or 90s, 15m, 24h, 7d or 1w ago.');
}

export function parseModule(text: string): string {
  if (text !== '' && !text.includes('.')) return text;
  throw new InvalidArgumentError('Write the module alone, such as billing for service.billing.*.');
}

/** Returns the number of an entry; `undefined` if the text is not one. */
export function entryIdOf(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export function parseEntryId(text: string): number {
  const entryId = entryIdOf(text);
  if (entryId !== undefined) return entryId;
  throw new InvalidArgumentError('Write the number of an entry, such as 12.');
}

/** Reads which entry to undo, `-` for those on standard input; a name can only be that of a batch. */
export function parseUndone(text: string): number | '-' {
  if (text === '-') return text;
  if (/^\d*$/.test(text) || parseBatchName(text).isErr()) return parseEntryId(text);
  throw new InvalidArgumentError(
    `Write the number of an entry, such as 12; a batch is named by --batch ${text}.`,
  );
}

const MAX_ENTRIES = 10_000;

/** Reads how many entries a page can have. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_ENTRIES) return limit;
  throw new InvalidArgumentError(`Write a number from 1 to ${MAX_ENTRIES}; audit export has no limit.`);
}

/** Reads a digest as `audit head` prints one. */
export function parseDigest(text: string): string {
  if (/^[\w-]{43}$/.test(text)) return text;
  throw new InvalidArgumentError('Write a digest as audit head prints it: 43 letters, digits, - and _.');
}
