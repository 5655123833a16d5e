import { parseListIndex } from '@ops-admin/core';
import * as v from 'valibot';
import { parsedBy, percentDecoded } from './parsed-by.js';

/** The bounds of a list in its path. */
export interface ListRangeSchemas {
  readonly start: v.GenericSchema<string, number>;
  readonly end: v.GenericSchema<string, number>;
}

/** The bounds of a list of the named thing: `department`. */
export function listRangeOf(what: string): ListRangeSchemas {
  return {
    start: index('start', `Index of the first ${what}; 0 is the beginning.`, 0),
    end: index('end', `Index after the last ${what}; 0 means no upper bound.`, 10),
  };
}

/** Limits the range of a list to one page, which an `end` of 0 asks for, too. */
export function pageRange(
  { start, end }: { readonly start: number; readonly end: number },
  rows: number,
): { readonly start: number; readonly end: number } {
  return { start, end: end === 0 ? start + rows : Math.min(end, start + rows) };
}

function index(name: string, description: string, example: number): v.GenericSchema<string, number> {
  const message = `${name} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`;
  return v.pipe(
    v.string(),
    v.description(description),
    v.metadata({
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      examples: [example],
    }),
    percentDecoded(message),
    parsedBy(parseListIndex, message),
  );
}
