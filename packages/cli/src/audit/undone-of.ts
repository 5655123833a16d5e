import { err, ok, okAsync, type Result, ResultAsync } from '@ops-admin/core';
import { openChangeFile } from '../bulk/change-file.js';
import { isChange } from '../bulk/row.js';
import type { CliError, InvalidInput } from '../cli-error.js';
import {
  aboutReadOver,
  type FileMistake,
  fileMistakes,
  fileNameOf,
  foundText,
} from '../files/file-mistake.js';
import { readText } from '../files/read-text.js';
import { Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import type { RevertTrailOptions, Undone } from './revert-trail.js';
import { entryIdOf } from './trail-values.js';

/** What is to be undone: an entry by its number, `-` for those on standard input, or the options of a run. */
export function undoneOf(
  io: Io,
  entry: number | '-' | undefined,
  { batch = '', file, user: users, userColumn }: RevertTrailOptions,
): ResultAsync<Undone, CliError> {
  if (entry === '-') return readText(io, '-').andThen(entriesOf);
  if (entry !== undefined) return okAsync({ target: { entryId: entry } });
  if (file === undefined) return okAsync({ target: { batch, users } });
  return new ResultAsync(usersOf(io, { file, userColumn })).map((lines) => ({
    target: { batch, users: [...lines.keys()] },
    lines,
  }));
}

/** Numbers of entries, a line each or several with spaces between. Errors: the first that is none, with its line. */
function entriesOf(text: string): Result<Undone, InvalidInput> {
  const entryIds: number[] = [];
  for (const [n, line] of text.split('\n').entries()) {
    for (const word of line.split(/\s+/).filter((one) => one !== '')) {
      const entryId = entryIdOf(word);
      if (entryId === undefined) {
        return invalid(
          `line ${n + 1} of standard input: write the numbers of entries, found ${foundText(word)}`,
        );
      }
      entryIds.push(entryId);
    }
  }
  return entryIds.length === 0
    ? invalid('standard input holds no number of an entry; nothing was changed')
    : ok({ target: { entryIds } });
}

/** The users of a file, each with the line that first names them; the whole file is refused if one line names nobody. */
async function usersOf(
  io: Io,
  { file, userColumn }: { readonly file: string; readonly userColumn: string | undefined },
): Promise<Result<ReadonlyMap<string, number>, CliError>> {
  const interruption = new Interruption(io);
  try {
    const opened = await openChangeFile(io, { file, each: {}, takesEnds: false, userColumn }, interruption);
    if (opened.isErr()) return err(opened.error);
    const lines = new Map<string, number>();
    const mistakes: FileMistake[] = [];
    let hasReasons = false;
    for await (const block of opened.value.blocks) {
      if (block.isErr()) return err(block.error);
      for (const row of block.value.rows) {
        const { line = 1 } = row;
        if (!isChange(row)) {
          mistakes.push({ file: fileNameOf(file), line, column: 1, message: row.problem });
          continue;
        }
        hasReasons ||= row.reason !== undefined;
        if (!lines.has(row.user)) lines.set(row.user, line);
      }
    }
    if (interruption.reason) return err(stoppedBy(interruption.reason, 'nothing was changed'));
    const refused = fileMistakes(mistakes);
    if (refused) return err(refused);
    // An undo has one reason.
    const readOver = hasReasons ? aboutReadOver(['reason']) : [];
    for (const line of [...(opened.value.warnings ?? []), ...readOver]) io.stderr.warn(line);
    return ok(lines);
  } finally {
    interruption.ignore();
  }
}

function invalid(message: string): Result<never, InvalidInput> {
  return err({ type: 'invalid-input', message });
}
