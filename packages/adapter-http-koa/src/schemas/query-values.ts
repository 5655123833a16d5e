import {
  BATCH_NAME_MAX_LENGTH,
  err,
  ok,
  parseBatchName,
  parseTimestamp,
  type Result,
  type Timestamp,
} from '@ops-admin/core';
import * as v from 'valibot';
import { parsedBy } from './parsed-by.js';

/** A schema for each parameter of a query, none of which is required. */
export type QuerySchemas<Query> = {
  readonly [Name in keyof Query]-?: v.GenericSchema<string, Exclude<Query[Name], undefined>>;
};

/** A text in a query, unchanged. It has no example: the page would fill it in, and so narrow every list. */
export function queryText(description: string): v.GenericSchema<string> {
  return v.pipe(v.string(), v.description(description), v.metadata({ minLength: 1 }));
}

/** A whole number in a query, from `min` to `max`, only digits. */
export function queryNumber(
  name: string,
  description: string,
  min: number,
  max: number,
  byDefault?: number,
): v.GenericSchema<string, number> {
  return v.pipe(
    v.string(),
    v.description(description),
    v.metadata({
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(byDefault !== undefined && { default: byDefault }),
    }),
    numberWithin(name, min, max),
  );
}

export function numberWithin(name: string, min: number, max: number): v.RawTransformAction<string, number> {
  return parsedBy((text): Result<number, undefined> => {
    const number = /^\d+$/.test(text) ? Number(text) : -1;
    return number >= min && number <= max ? ok(number) : err(undefined);
  }, `${name} must be a whole number from ${min} to ${max}`);
}

export function queryChoice<const Word extends string>(
  name: string,
  description: string,
  words: readonly Word[],
): v.GenericSchema<string, Word> {
  return v.pipe(
    v.string(),
    v.description(description),
    v.metadata({ enum: words }),
    v.picklist(words, `${name} must be one of ${words.join(', ')}`),
  );
}

export function queryFlag(name: string, description: string): v.GenericSchema<string, boolean> {
  return v.pipe(
    v.string(),
    v.description(description),
    v.metadata({ type: 'boolean' }),
    v.picklist(['true', 'false'], `${name} must be one of true, false`),
    v.transform((word) => word === 'true'),
  );
}

export function queryMoment(name: string, description: string): v.GenericSchema<string, Timestamp> {
  const message = `${name} must be a time in ISO 8601 with its zone, such as 2026-03-02T08:15:00Z`;
  return v.pipe(
    v.string(),
    v.description(description),
    v.metadata({ format: 'date-time' }),
    parsedBy(parseTimestamp, message),
  );
}

export const NO_BATCH_NAME: string = `must be 1 to ${BATCH_NAME_MAX_LENGTH} characters from ! to ~`;

export function queryBatch(description: string): v.GenericSchema<string, string> {
  return v.pipe(
    v.string(),
    v.description(description),
    v.metadata({ pattern: `^[!-~]{1,${BATCH_NAME_MAX_LENGTH}}$` }),
    parsedBy(parseBatchName, `batch ${NO_BATCH_NAME}`),
  );
}
