import { parse } from '@humanwhocodes/momoa';
import { err, ok, type Result } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import { outlineOf } from './json-outline.js';

/** The values in a file, in its order. */
export interface JsonRecords {
  readonly values: readonly unknown[];
  /** The line, from 1, on which a value begins. */
  lineOf(index: number): number;
}

/** More than any record has, and far less than what finds the place of a mistake can walk. */
const MAX_LEVELS = 100;

/** Reads a JSON array, or one JSON value a line; empty lines are skipped. Errors: `invalid-input`, naming the line. */
export function readJsonRecords(text: string): Result<JsonRecords, InvalidInput> {
  return /^\s*\[/.test(text) ? readArray(text) : readLines(text);
}

function readArray(text: string): Result<JsonRecords, InvalidInput> {
  try {
    const values = JSON.parse(text) as unknown[];
    let lines: readonly number[] | undefined;
    const lineOf = (index: number) => {
      // Only where a mistake is to be reported.
      lines ??= outlineOf(text, MAX_LEVELS).elementLines;
      return lines[index] ?? 1;
    };
    return ok({ values, lineOf });
  } catch {
    return err(syntaxError(text));
  }
}

function syntaxError(text: string): InvalidInput {
  const { tooDeepLine } = outlineOf(text, MAX_LEVELS);
  if (tooDeepLine !== undefined) {
    return {
      type: 'invalid-input',
      message: `line ${tooDeepLine}: nested deeper than ${MAX_LEVELS} levels, and not valid JSON; write an array of objects, or one object a line`,
    };
  }
  try {
    parse(text);
    return { type: 'invalid-input', message: 'not valid JSON' };
  } catch (error) {
    const { line, message } = error as { readonly line: number; readonly message: string };
    // Of an end that comes too early, momoa names another place.
    const isCutShort = !text.trimEnd().endsWith(']');
    return {
      type: 'invalid-input',
      message: isCutShort
        ? `line ${text.split('\n').length}: not valid JSON: the file ends too early`
        : `line ${line}: not valid JSON: ${message}`,
    };
  }
}

function readLines(text: string): Result<JsonRecords, InvalidInput> {
  const values: unknown[] = [];
  const lines: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      values.push(JSON.parse(line));
      lines.push(index + 1);
    } catch {
      return err({
        type: 'invalid-input',
        message: `line ${index + 1}: not valid JSON; write an array, or one object a line`,
      });
    }
  }
  return ok({ values, lineOf: (index) => lines[index] ?? 1 });
}
