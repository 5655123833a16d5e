import type { ImportSummary, ResultAsync } from '@ops-admin/core';
import type { Imports } from '@ops-admin/service';
import type { CliError } from '../cli-error.js';
import type { Io } from '../io.js';
import { atLine } from './at-line.js';
import { DEPARTMENT_RECORD } from './department-record.js';
import { readRecords } from './read-records.js';
import { readText } from './read-text.js';

/** Reads the departments in a file (`-` is standard input), to be imported all or nothing. */
export function readDepartments(
  io: Io,
  file: string,
): ResultAsync<(imports: Imports) => ResultAsync<ImportSummary, CliError>, CliError> {
  return readText(io, file)
    .andThen((text) => readRecords(text, DEPARTMENT_RECORD))
    .map(
      ({ records, lineOf }) =>
        (imports) =>
          imports.departments(records).mapErr((error) => {
            if (error.type !== 'parent-cycle') return error;
            const line = error.cycle.map(lineOf).find((found) => found !== undefined);
            return atLine(line, error);
          }),
    );
}
