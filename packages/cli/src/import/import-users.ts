import type { ImportSummary, ResultAsync } from '@ops-admin/core';
import type { Imports } from '@ops-admin/service';
import type { CliError } from '../cli-error.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { atLine } from './at-line.js';
import { readRecords } from './read-records.js';
import { readText } from './read-text.js';
import { USER_RECORD } from './user-record.js';

/** Reads the users in a file (`-` is standard input), to be imported all or nothing. */
export function readUsers(
  io: Io,
  file: string,
): ResultAsync<(imports: Imports) => ResultAsync<ImportSummary, CliError>, CliError> {
  return readText(io, file)
    .andThen((text) => readRecords(text, USER_RECORD))
    .map(
      ({ records, lineOf }) =>
        (imports) =>
          imports
            .users(records, operatorAs('import'))
            .mapErr((error) =>
              error.type === 'identity-taken' ? atLine(lineOf(error.claimant), error) : error,
            ),
    );
}
