import { type ImportSummary, ORGANISATION, type ResultAsync } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { Session } from '../command-context.js';
import type { Io } from '../io.js';
import { atLine } from './at-line.js';
import { DEPARTMENT_RECORD } from './department-record.js';
import { readRecords } from './read-records.js';
import { readText } from './read-text.js';

/** Reads the departments in a file (`-` is standard input), to be imported all or nothing. */
export function readDepartments(
  io: Io,
  file: string,
): ResultAsync<(session: Session) => ResultAsync<ImportSummary, CliError>, CliError> {
  return readText(io, file)
    .andThen((text) => readRecords(text, DEPARTMENT_RECORD))
    .map(
      ({ records, lineOf }) =>
        ({ container }: Session) =>
          container
            .get(ORGANISATION)
            .importDepartments(records)
            .mapErr((error) => {
              if (error.type !== 'parent-cycle') return error;
              const line = error.cycle.map(lineOf).find((found) => found !== undefined);
              return atLine(line, error);
            }),
    );
}
