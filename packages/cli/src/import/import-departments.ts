import { type ImportSummary, ORGANISATION } from '@ops-admin/core';
import type { ResultAsync } from 'neverthrow';
import type { CliError } from '../cli-error.js';
import type { Session } from '../command-context.js';
import type { Io } from '../io.js';
import { atLine } from './at-line.js';
import { DEPARTMENT_RECORD } from './department-record.js';
import { readRecords } from './read-records.js';
import { readText } from './read-text.js';

/** Imports the departments in a file, all or nothing; `-` is standard input. */
export function importDepartments(
  io: Io,
  file: string,
  { container }: Session,
): ResultAsync<ImportSummary, CliError> {
  return readText(io, file)
    .andThen((text) => readRecords(text, DEPARTMENT_RECORD))
    .andThen(({ records, lineOf }) =>
      container
        .get(ORGANISATION)
        .importDepartments(records)
        .mapErr((error) => {
          if (error.type !== 'parent-cycle') return error;
          return atLine(
            error.cycle.map(lineOf).find((line) => line !== undefined),
            error,
          );
        }),
    );
}
