import type { DepartmentRecord, Imported, ImportedDepartment, ResultAsync } from '@ops-admin/core';
import { type CliError, describeError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { fileNameOf } from '../file-mistake.js';
import { DEPARTMENT_RECORD } from './department-record.js';
import type { ImportDepartmentsOptions } from './import-options.js';
import { printImport } from './print-import.js';
import { type ImportRecords, readRecords } from './read-records.js';
import { readText } from './read-text.js';

/** Imports the departments in a file (`-` is standard input), all or nothing, or reports what that would do. */
export async function importDepartments(
  { fail, io, run }: CommandContext,
  file: string,
  options: ImportDepartmentsOptions,
): Promise<void> {
  const { db: database, dryRun = false } = options;
  const read = await readText(io, file).andThen((text) =>
    readRecords(fileNameOf(file), text, DEPARTMENT_RECORD),
  );
  // The database, which can be new, is opened only for a valid file.
  if (read.isErr()) return fail(read.error);
  const done = (importing: ResultAsync<Imported<ImportedDepartment>, CliError>) =>
    importing
      .mapErr((error) => placed(error, read.value))
      .andThen(({ records, summary }) =>
        printImport(io, options, {
          noun: 'departments',
          summary,
          rows: () =>
            records.map(({ id, result }) => ({
              department: id,
              result,
              line: read.value.lineOf(id),
              ...(dryRun && { dryRun }),
            })),
        }),
      );
  if (dryRun) {
    await run(options, { database, access: 'read', needs: ['importDryRuns'] }, ({ parts }) =>
      done(parts.importDryRuns.departments({ departments: read.value.records, dryRun })),
    );
  } else {
    await run(options, { database, needs: ['imports'] }, ({ parts }) =>
      done(parts.imports.departments({ departments: read.value.records })),
    );
  }
}

/** A cycle of parents, with its place in the file. */
function placed(error: CliError, { mistakeIn, records }: ImportRecords<DepartmentRecord>): CliError {
  if (error.type !== 'parent-cycle') return error;
  const known = new Set(records.map(({ id }) => id));
  const id = error.cycle.find((one) => known.has(one));
  if (id === undefined) return error;
  const [, message] = describeError(error);
  return { type: 'file-mistakes', mistakes: [mistakeIn(id, ['parentId'], message ?? '')] };
}
