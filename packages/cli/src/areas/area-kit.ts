import type { CliError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { databaseOption, jsonOption } from '../options.js';
import { type Report, tableLines } from '../present/report.js';
import type { AreaKit, AreaRecords } from './area-program.js';

const SOME_FAILED: CliError = {
  type: 'bulk-ended',
  exitCode: EXIT.partly,
  message: 'a part of it failed',
};

/** {@link AreaKit} of a run. */
export function areaKit({ run }: CommandContext): AreaKit {
  return {
    databaseOption,
    jsonOption,
    run: ({ db, json = false }, { port, writes = false }, work) =>
      run({ json }, { database: db, access: 'update', writes, needs: ['areas'] }, ({ parts }) =>
        parts.areas.get(port).andThen(work).map(reportOf),
      ),
  };
}

function reportOf({ records, someFailed = false }: AreaRecords): Report {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) => {
    const values = new Map(Object.entries(record));
    return names.map((name) => cellOf(values.get(name)));
  });
  return {
    json: records,
    lines: records.length === 0 ? [] : tableLines([names.map((name) => name.toUpperCase()), ...rows]),
    isPaged: true,
    ...(someFailed && { failure: SOME_FAILED }),
  };
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
