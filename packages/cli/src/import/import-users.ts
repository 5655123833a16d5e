import { CLOCK, draftOf, type ImportSummary, ORGANISATION, type ResultAsync } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { Session } from '../command-context.js';
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
): ResultAsync<(session: Session) => ResultAsync<ImportSummary, CliError>, CliError> {
  return readText(io, file)
    .andThen((text) => readRecords(text, USER_RECORD))
    .map(({ records, lineOf }) => ({ container }: Session) => {
      const draft = draftOf('set', [], operatorAs('import'), container.get(CLOCK));
      return container
        .get(ORGANISATION)
        .importUsers(records, draft)
        .mapErr((error) => (error.type === 'identity-taken' ? atLine(lineOf(error.claimant), error) : error));
    });
}
