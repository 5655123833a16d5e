import { existsSync } from 'node:fs';
import type { ResultAsync } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import type { ImportRecordsOptions } from './change-options.js';

/** Reports whether a change makes the database: a file that does not exist. */
export function isNewDatabase(database: string): boolean {
  return !/^postgres(?:ql)?:/i.test(database) && !existsSync(database);
}

/** Judges an import into a new database in memory, so that a refused one makes neither a database nor a key file. */
export async function isRefusedByNew(
  { run }: CommandContext,
  options: ImportRecordsOptions,
  judge: (imports: CommandParts['importDryRuns']) => ResultAsync<unknown, CliError>,
): Promise<boolean> {
  let isRefused = true;
  await run(options, { database: ':memory:', keys: 'none', needs: ['importDryRuns'] }, ({ parts }) =>
    judge(parts.importDryRuns).map(() => {
      isRefused = false;
      return undefined;
    }),
  );
  return isRefused;
}
