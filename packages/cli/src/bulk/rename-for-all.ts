import { okAsync, parsePermission, type ResultAsync } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { Interruption } from '../interruption.js';
import { operatorAs } from '../operator.js';
import { agree, cannotAgree } from './agree.js';
import type { MadeOptions } from './change-options.js';
import { batchOfRun, changing, permissionsOf } from './open-run.js';
import { printRows } from './print-rows.js';
import type { Only } from './tally.js';
import { counted } from './with-thousands.js';

/** How a permission is renamed. */
export interface RenameOptions extends MadeOptions {
  readonly batch?: string;
  readonly only?: Only;
  readonly yes?: boolean;
}

/** Renames a permission, or a module, for everybody, and prints the result for each user. */
export async function renameForAll(
  { fail, io, run }: CommandContext,
  from: string,
  to: string,
  options: RenameOptions,
): Promise<void> {
  const { dryRun = false, yes = false } = options;
  const refusal = cannotAgree(io, 'permissions rename', options);
  if (refusal) return fail(refusal);
  const read = parsePermission(to);
  if (read.isErr()) return fail(read.error);
  const renaming = { from, to: read.value };
  const interruption = new Interruption(io);
  const origin = operatorAs('cli', options);
  try {
    await run(options, changing(options, ['audit']), (session) => {
      const operations = permissionsOf(session.parts);
      const agreed: ResultAsync<unknown, CliError> =
        dryRun || yes
          ? okAsync(undefined)
          : operations.rename({ ...renaming, origin, dryRun: true }).andThen(({ rows }) => {
              return rows.length === 0
                ? okAsync(undefined)
                : agree(io, `Rename ${from} to ${to} for ${counted(rows.length, 'user')}?`, interruption);
            });
      return agreed
        .andThen(() => batchOfRun(io, session, options))
        .andThen(({ batch }) =>
          operations
            .rename({ ...renaming, origin: { ...origin, batch }, dryRun })
            .andThen(({ rows }) => printRows(io, rows, { ...options, batch, dryRun })),
        );
    });
  } finally {
    interruption.ignore();
  }
}
