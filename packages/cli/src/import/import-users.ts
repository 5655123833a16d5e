import { err, okAsync, type ResultAsync, type UsersImported } from '@ops-admin/core';
import type { ImportOperations, UserRecord } from '@ops-admin/core/operations';
import { asking } from '../bulk/agree.js';
import { canAsk } from '../bulk/confirm.js';
import { batchOfRun } from '../bulk/open-run.js';
import { counted } from '../bulk/with-thousands.js';
import { type CliError, describeError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { describeMistakes, fileNameOf } from '../file-mistake.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning } from '../present/permission-row.js';
import type { Report } from '../present/report.js';
import type { ImportUsersOptions } from './import-options.js';
import { printImport } from './print-import.js';
import { type ImportRecords, readRecords } from './read-records.js';
import { readText } from './read-text.js';
import { sharedEmails } from './shared-emails.js';
import { USER_RECORD } from './user-record.js';

type Records = ImportRecords<UserRecord>;

/** Imports the users in a file (`-` is standard input), all or nothing, or reports what that would do. */
export async function importUsers(
  { fail, io, run }: CommandContext,
  file: string,
  options: ImportUsersOptions,
): Promise<void> {
  const { db: database, dryRun = false, force = false } = options;
  const read = await readText(io, file).andThen((text) => readRecords(fileNameOf(file), text, USER_RECORD));
  // The database, which can be new, is opened only for a valid file.
  if (read.isErr()) return fail(read.error);
  for (const line of describeMistakes(sharedEmails(read.value)))
    io.stderr.write(`ops-admin: warning: ${line}\n`);
  const input = { users: read.value.records, keepAdmin: !force, origin: operatorAs('import', options) };
  if (dryRun) {
    return await run(options, { database, access: 'read', needs: ['importDryRuns'] }, ({ parts }) =>
      parts.importDryRuns
        .users({ ...input, dryRun })
        .mapErr((error) => placed(error, read.value))
        .andThen((imported) => report(io, options, read.value, imported)),
    );
  }
  await run(options, { database, needs: ['audit', 'imports'] }, (session) =>
    agreed(io, file, options, () => session.parts.imports.users({ ...input, dryRun: true }))
      .andThen(() => batchOfRun(io, session, options))
      .andThen(({ batch }) => {
        io.stderr.write(`batch ${batch}\n`);
        return session.parts.imports
          .users({ ...input, origin: operatorAs('import', { ...options, batch }) })
          .andThen((imported) => report(io, options, read.value, imported, batch));
      })
      .mapErr((error) => placed(error, read.value)),
  );
}

/** Asks before anything is removed from anybody. */
function agreed(
  io: Io,
  file: string,
  { yes = false }: ImportUsersOptions,
  preview: () => ReturnType<ImportOperations['users']>,
): ResultAsync<unknown, CliError> {
  if (yes) return okAsync(undefined);
  return preview()
    .mapErr((error): CliError => error)
    .andThen((imported) => {
      const taken = describeTaken(imported);
      if (taken === undefined) return okAsync(undefined);
      if (file === '-' || !canAsk(io)) {
        return err(
          invalid(
            `this import takes ${taken}, and requires --yes when there is no terminal; nothing was changed`,
          ),
        );
      }
      return asking(io, `Take ${taken}?`);
    });
}

/** `3 permissions and 1 identity from 2 users`, or `undefined` if nothing is removed. */
function describeTaken({ records }: UsersImported): string | undefined {
  const losers = records.filter(({ removed, unlinked }) => removed.length + unlinked.length > 0);
  const count = (
    of: (record: UsersImported['records'][number]) => readonly unknown[],
    one: string,
    many?: string,
  ) => {
    const sum = losers.reduce((total, record) => total + of(record).length, 0);
    return sum === 0 ? [] : [counted(sum, one, many)];
  };
  const taken = [
    ...count(({ removed }) => removed, 'permission'),
    ...count(({ unlinked }) => unlinked, 'identity', 'identities'),
  ];
  return taken.length === 0 ? undefined : `${taken.join(' and ')} from ${counted(losers.length, 'user')}`;
}

function report(
  io: Io,
  options: ImportUsersOptions,
  { lineOf }: Records,
  { leavesNoAdmin, records, summary }: UsersImported,
  batch?: string,
): ResultAsync<Report | undefined, never> {
  const { dryRun = false } = options;
  const rows = () =>
    records.map(({ added, email, entryId, id, removed, result }) => ({
      user: id,
      userId: id,
      ...(email !== undefined && { email }),
      result,
      added,
      removed,
      ...(entryId !== undefined && { entry: entryId, ...(batch !== undefined && { batch }) }),
      line: lineOf(id),
      ...(dryRun && { dryRun }),
    }));
  if (leavesNoAdmin) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
  if (records.some(({ entryId }) => entryId !== undefined)) {
    io.stderr.write(
      `to undo the changes of permissions and identities: ops-admin audit revert --batch ${batch}\n`,
    );
  }
  return printImport(io, options, { noun: 'users', summary, rows, ...(batch !== undefined && { batch }) });
}

/** An error that only the store finds, with its place in the file. */
function placed(error: CliError, { mistakeIn, records }: Records): CliError {
  const [, message = ''] = describeError(error);
  const at = (id: UserRecord['id'] | undefined, member: string): CliError =>
    id === undefined ? error : { type: 'file-mistakes', mistakes: [mistakeIn(id, [member], message)] };
  if (error.type === 'identity-taken') return at(error.claimant, 'identities');
  if (error.type !== 'too-many-permissions') return error;
  return at(records.find(({ id }) => id === error.user)?.id, 'permissions');
}

function invalid(message: string): CliError {
  return { type: 'invalid-input', message };
}
