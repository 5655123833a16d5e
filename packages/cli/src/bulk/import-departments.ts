import type { ImportedDepartment, ResultAsync } from '@ops-admin/core';
import { type DepartmentRecordToImport, foldKey, resultIn } from '@ops-admin/core/operations';
import type { CliError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import { given } from '../given.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { agreedToImport, type Taken, tellTaken } from './agree-import.js';
import type { ImportRecordsOptions } from './change-options.js';
import { DEPARTMENT_FORM, type DepartmentInFile } from './department-form.js';
import { isNewDatabase, isRefusedByNew } from './new-database.js';
import { batchOfRun } from './open-run.js';
import { ImportPrinter } from './print-import.js';
import { type RecordFile, type RecordKind, readRecordFile } from './record-file.js';
import { counted } from './with-thousands.js';

/** Imports the departments in a file (`-` is standard input), all or nothing, or reports what that would do. */
export async function importDepartments(
  context: CommandContext,
  file: string,
  options: ImportRecordsOptions,
): Promise<void> {
  await readRecordFile(context, file, DEPARTMENT_FORM, DEPARTMENTS, (read) =>
    importRead(context, file, read, options),
  );
}

const DEPARTMENTS: RecordKind<DepartmentInFile, DepartmentRecordToImport> = {
  uniqueIn: ({ code }) =>
    code
      ? [{ text: foldKey(code), path: ['code'], what: `${code} is the code of the department on line` }]
      : [],
  withId: (department, id) =>
    department.id === undefined ? { ...department, id, isFoundByCode: true } : { ...department, id },
};

async function importRead(
  context: CommandContext,
  file: string,
  read: RecordFile<DepartmentRecordToImport>,
  options: ImportRecordsOptions,
): Promise<void> {
  const { fail, io, run } = context;
  const { db: database, dryRun = false, yes = false } = options;
  const departments: DepartmentRecordToImport[] = [];
  for await (const some of read.records()) {
    if (some.isErr()) return fail(some.error);
    departments.push(...some.value);
  }
  const placed = (error: CliError) => placedIn(read, departments, error);
  const printer = new ImportPrinter(io, options);
  const print = (records: readonly ImportedDepartment[], batch?: string) =>
    printer.print(records.length, () =>
      records.map(({ entryId, id, members, result }, n) => ({
        department: id,
        result: resultIn(dryRun, result),
        ...(members.length > 0 && { members }),
        ...(entryId !== undefined && { entry: entryId, ...(batch !== undefined && { batch }) }),
        ...given({ line: departments[n] && read.lineOf(departments[n]) }),
        ...(dryRun && { dryRun }),
      })),
    );
  if (dryRun) {
    return await run(options, { database, access: 'read', needs: ['importDryRuns'] }, ({ parts }) =>
      parts.importDryRuns
        .departments<CliError>({ departments, dryRun, origin: operatorAs('import', options) })
        .orElse(placed)
        .andThen(({ missingManagers, records, summary }) => {
          warnOfManagers(io, missingManagers);
          tellTaken(io, takenOf(records));
          return print(records, undefined).andThen(() => printer.end('departments', summary, undefined));
        }),
    );
  }
  const isNew = isNewDatabase(database);
  const judge = (imports: CommandParts['importDryRuns']) =>
    imports
      .departments<CliError>({ departments, dryRun: true, origin: operatorAs('import', options) })
      .orElse(placed);
  if (isNew && (await isRefusedByNew(context, options, judge))) return;
  await run(options, { database, needs: ['audit', 'imports'] }, (session) =>
    batchOfRun(io, session, options).andThen(({ batch }) => {
      if (isNew) io.stderr.write(`made the database ${database}\n`);
      const agree = yes
        ? {}
        : {
            agree: ({ records }: { readonly records: readonly ImportedDepartment[] }) =>
              agreedToImport(io, file, takenOf(records), read.interruption),
          };
      const origin = operatorAs('import', { ...options, batch });
      return session.parts.imports
        .departments<CliError>({ departments, origin, ...agree })
        .orElse(placed)
        .andThen(({ missingManagers, records, summary }) => {
          warnOfManagers(io, missingManagers);
          // One transaction: without a change the batch does not exist.
          const named = records.some(({ entryId }) => entryId !== undefined) ? batch : undefined;
          if (named !== undefined) io.stderr.write(`batch ${named}\n`);
          return print(records, named).andThen(() => printer.end('departments', summary, named));
        });
    }),
  );
}

/** Warns of managers whose ids belong to no user yet. */
function warnOfManagers({ stderr }: Io, missing: readonly string[] = []): void {
  const shown = missing.slice(0, MAX_NAMED_MANAGERS).join(', ');
  const more = missing.length - MAX_NAMED_MANAGERS;
  if (missing.length > 0)
    stderr.warn(`no user has these ids of managers yet: ${shown}${more > 0 ? ` and ${more} more` : ''}`);
}

const MAX_NAMED_MANAGERS = 5;

function takenOf(records: readonly ImportedDepartment[]): Taken {
  const losers = records.filter(({ lostParent }) => lostParent).length;
  if (losers === 0) return undefined;
  return `${losers === 1 ? 'the parent' : 'the parents'} of ${counted(losers, 'department')}`;
}

/** An error that only the store finds, with its place in the file. */
function placedIn(
  read: RecordFile<DepartmentRecordToImport>,
  records: readonly DepartmentRecordToImport[],
  error: CliError,
): ResultAsync<never, CliError> {
  if (error.type !== 'parent-cycle') return read.placed(error);
  // A department without an id in the file has one that nobody knows.
  const names = new Map(records.map(({ code, id, isFoundByCode }) => [id, isFoundByCode ? code : id]));
  const id = error.cycle.find((one) => names.has(one));
  const cycle = error.cycle.map((one) => names.get(one) ?? one);
  const message = `departments would be below themselves: ${cycle.join(' < ')}`;
  return read.placed(error, id === undefined ? [] : [{ id, path: ['parentId'], message }]);
}
