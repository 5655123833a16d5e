import { err, ok, okAsync, type Result, ResultAsync } from '@ops-admin/core';
import { changeForm } from '../bulk/change-form.js';
import { isChange } from '../bulk/row.js';
import type { CliError, InvalidInput } from '../cli-error.js';
import { aboutReadOver, fileNameOf, foundText } from '../files/file-mistake.js';
import { readFile } from '../files/judge-file.js';
import { readText } from '../files/read-text.js';
import { interruptible } from '../interruption.js';
import type { Io } from '../io.js';
import type { RevertTrailOptions, Undone } from './revert-trail.js';
import { entryIdOf } from './trail-values.js';

/** Reads the target of an undo: an entry, `-` for entries on standard input, or the options of a batch. */
export function undoneOf(
  io: Io,
  entry: number | '-' | undefined,
  { batch = '', file, user: users }: RevertTrailOptions,
): ResultAsync<Undone, CliError> {
  if (entry === '-') return readText(io, '-').andThen(entriesOf);
  if (entry !== undefined) return okAsync({ target: { entryId: entry } });
  if (file === undefined) return okAsync({ target: { batch, users } });
  return new ResultAsync(usersOf(io, file)).map((lines) => ({
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
    ? invalid('standard input contains no entry number; nothing was changed')
    : ok({ target: { entryIds } });
}

/** The users of a file, each with the line that first names them; the whole file is refused if one line names nobody. */
async function usersOf(io: Io, file: string): Promise<Result<ReadonlyMap<string, number>, CliError>> {
  return await interruptible(io, async (interruption) => {
    const lines = new Map<string, number>();
    let hasReasons = false;
    const form = changeForm({ file, each: {}, takesEnds: false });
    const read = await readFile(io, file, form, interruption, ({ value: row }) => {
      const { line = 1 } = row;
      if (!isChange(row)) return [{ file: fileNameOf(file), line, column: 1, message: row.problem }];
      hasReasons ||= row.reason !== undefined;
      if (!lines.has(row.user)) lines.set(row.user, line);
      return [];
    });
    if (read.isErr()) return err(read.error);
    // An undo has one reason.
    const ignored = [...read.value.ignored, ...(hasReasons ? ['reason'] : [])];
    for (const line of aboutReadOver(ignored)) io.stderr.warn(line);
    return ok(lines);
  });
}

function invalid(message: string): Result<never, InvalidInput> {
  return err({ type: 'invalid-input', message });
}
