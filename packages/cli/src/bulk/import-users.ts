import { setTimeout as sleep } from 'node:timers/promises';
import { err, type ImportedUser, ok, type ResultAsync } from '@ops-admin/core';
import {
  describeNewAdmin,
  foldKey,
  type ImportRun,
  resultIn,
  type TakenFromUsers,
  type UserRecord,
  type UsersImport,
} from '@ops-admin/core/operations';
import { type CliError, describeError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import { stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning } from '../present/permission-row.js';
import { undoOfBatch } from '../present/printed-command.js';
import type { Report } from '../present/report.js';
import { agreedToImport, listed, type Taken, tellTaken } from './agree-import.js';
import type { ImportUsersOptions } from './change-options.js';
import { isNewDatabase, isRefusedByNew } from './new-database.js';
import { batchOfRun } from './open-run.js';
import { ImportPrinter } from './print-import.js';
import { type RecordFile, type RecordKind, readRecordFile } from './record-file.js';
import { IMPORTED_USER_FORM, type UserInFile } from './user-form.js';
import { counted } from './with-thousands.js';

/** Imports the users in a file (`-` is standard input), or reports what that would do. */
export async function importUsers(
  context: CommandContext,
  file: string,
  options: ImportUsersOptions,
): Promise<void> {
  await readRecordFile(context, file, IMPORTED_USER_FORM, USERS, (read) =>
    importRead(context, file, read, options),
  );
}

const USERS: RecordKind<UserInFile, UserRecord> = {
  uniqueIn: ({ emails = [] }) =>
    emails.map((email, index) => ({
      text: foldKey(email),
      path: ['emails', index],
      what: `${email} is an e-mail of the user on line`,
    })),
  withId: (user, id) => (user.id === undefined ? { ...user, id, isFoundByEmail: true } : { ...user, id }),
};

async function importRead(
  context: CommandContext,
  file: string,
  read: RecordFile<UserRecord>,
  options: ImportUsersOptions,
): Promise<void> {
  const { io, run } = context;
  const { db: database, dryRun = false, force = false, yes = false } = options;
  const input = { users: read.records, keepAdmin: !force };
  const printer = new ImportPrinter(io, options);
  const placed = (error: CliError) => placedIn(read, error);
  if (dryRun) {
    return await run(options, { database, access: 'read', needs: ['importDryRuns'] }, ({ parts }) =>
      parts.importDryRuns
        .users<UserRecord, CliError>({
          ...input,
          dryRun,
          origin: operatorAs('import', options),
          // Rows cost a second judgement of the whole file.
          ...(options.json && {
            tell: async (imported: readonly ImportedUser[], records: readonly UserRecord[]) => {
              await printer.print(records.length, () =>
                imported.map((one, n) => rowOf(read, one, records[n], { dryRun })),
              );
            },
          }),
        })
        .orElse(placed)
        .andThen((preview) => {
          tellTaken(io, takenOf(preview.taken));
          return told(io, printer, preview, undefined, dryRun);
        }),
    );
  }
  const isNew = isNewDatabase(database);
  const judge = (imports: CommandParts['importDryRuns']) =>
    imports
      .users<UserRecord, CliError>({ ...input, dryRun: true, origin: operatorAs('import', options) })
      .orElse(placed);
  if (isNew && (await isRefusedByNew(context, options, judge))) return;
  await run(options, { database, needs: ['audit', 'imports'] }, (session) =>
    batchOfRun(io, session, options).andThen(({ batch }) => {
      if (isNew) io.stderr.write(`made the database ${database}\n`);
      const begin = () => io.stderr.write(`batch ${batch}\n`);
      let [parts, isUndoable] = [0, false];
      const how: ImportRun<UserRecord, CliError> = {
        isStopped: () => read.interruption.reason !== undefined,
        tell: async (imported, records) => {
          isUndoable ||= imported.some(isUndone);
          await printer.print(records.length, () =>
            imported.map((one, n) => rowOf(read, one, records[n], { batch })),
          );
          // Other processes look for the lock every 20 ms.
          if (++parts > 1) await sleep(25);
        },
        // There is nothing that an import into a new database can take.
        ...(!yes &&
          !isNew && {
            agree: ({ taken }) => agreedToImport(io, file, takenOf(taken), read.interruption).andTee(begin),
          }),
      };
      if (yes || isNew) begin();
      const origin = operatorAs('import', { ...options, batch });
      return session.parts.imports
        .users<UserRecord, CliError>({ ...input, ...how, isJudged: isNew, origin })
        .orTee(() => {
          printer.erase();
          if (printer.rows > 0) io.stderr.write(`ops-admin: ${endedEarly(printer.rows)}\n`);
        })
        .orElse(placed)
        .andThen((done) => {
          printer.erase();
          if (isUndoable) io.stderr.write(`${UNDO}: ${undoOfBatch(batch)}\n`);
          return told(io, printer, done, batch, dryRun).andThen((report) => {
            const { reason } = read.interruption;
            return done.isStopped && reason ? err(stoppedBy(reason, endedEarly(printer.rows))) : ok(report);
          });
        });
    }),
  );
}

const UNDO = 'to undo it, except names, e-mails and departments (new users are deactivated)';

/** Reports whether an undo of the batch affects the user. */
function isUndone({ added, ends, linked, members, removed, result, unlinked }: ImportedUser): boolean {
  const changed = added.length + removed.length + linked.length + unlinked.length;
  return result === 'created' || changed > 0 || ends !== undefined || members.includes('active');
}

function endedEarly(users: number): string {
  return `the import ended early, after ${counted(users, 'user')}; run the same command again: it finds these unchanged`;
}

/** `3 permissions and 1 identity from 2 users`, or `undefined` if nothing is taken. */
function takenOf({ emails, identities, names, permissions, users }: TakenFromUsers): Taken {
  const parts = [
    ...(permissions > 0 ? [counted(permissions, 'permission')] : []),
    ...(identities > 0 ? [counted(identities, 'identity', 'identities')] : []),
    ...(emails > 0 ? [counted(emails, 'e-mail')] : []),
    ...(names > 0 ? [counted(names, 'name')] : []),
  ];
  return users === 0 ? undefined : `${listed(parts)} from ${counted(users, 'user')}`;
}

function rowOf(
  { lineOf }: RecordFile<UserRecord>,
  { added, email, ends, entryId, id, linked, makesAdmin, members, removed, result, unlinked }: ImportedUser,
  record: UserRecord | undefined,
  { batch, dryRun = false }: { readonly batch?: string; readonly dryRun?: boolean },
): object {
  const line = record && lineOf(record);
  // In a dry run nobody has the id of a user to create.
  const isNobody = dryRun && result === 'created' && record?.isFoundByEmail;
  return {
    user: record?.isFoundByEmail ? (record.emails?.[0] ?? id) : id,
    ...(!isNobody && { userId: id }),
    ...(email !== undefined && { email }),
    result: resultIn(dryRun, result),
    added,
    removed,
    ...(ends && { ends }),
    ...(linked.length > 0 && { linked }),
    ...(unlinked.length > 0 && { unlinked }),
    ...(members.length > 0 && { members }),
    ...(entryId !== undefined && { entry: entryId, ...(batch !== undefined && { batch }) }),
    ...(makesAdmin && { message: describeNewAdmin(dryRun) }),
    ...(line !== undefined && { line }),
    ...(dryRun && { dryRun }),
  };
}

function told(
  io: Io,
  printer: ImportPrinter,
  { leavesNoAdmin, newAdmins, summary }: UsersImport,
  batch: string | undefined,
  dryRun: boolean,
): ResultAsync<Report | undefined, never> {
  printer.erase();
  if (newAdmins > 0) io.stderr.write(`${newAdminsOf(newAdmins, dryRun)}\n`);
  if (leavesNoAdmin) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
  return printer.end('users', summary, batch);
}

/** The users of an import are not printed one by one. */
function newAdminsOf(count: number, dryRun: boolean): string {
  const users = counted(count, 'user');
  return dryRun ? `${users} would become admin` : `${users} became admin`;
}

/** An error that only the store finds, with its place in the file. */
function placedIn(read: RecordFile<UserRecord>, error: CliError): ResultAsync<never, CliError> {
  const [, message = ''] = describeError(error);
  switch (error.type) {
    case 'too-many-permissions':
      return read.placed(error, [{ id: error.user, path: ['permissions'], message }]);
    case 'user-exists':
      return read.placed(error, [{ id: error.user, path: ['_id'], message }]);
    case 'end-passed':
      return read.placed(error, [{ id: error.user, path: ['ends', error.permission], message }]);
    default:
      return read.placed(error);
  }
}
