import { ok, okAsync, parsePermission, ResultAsync, type Widening } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { Interruption } from '../interruption.js';
import { operatorAs } from '../operator.js';
import { agree, cannotAgree } from './agree.js';
import type { ChangeOptions, MadeOptions } from './change-options.js';
import { warnOfDoubts } from './doubts.js';
import { batchOfRun, changing, permissionsOf } from './open-run.js';
import { printRows } from './print-rows.js';
import { counted } from './with-thousands.js';

/** How a permission is renamed. */
export type RenameOptions = MadeOptions & Pick<ChangeOptions, 'batch' | 'only' | 'yes'>;

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
  const warnOf = (widening: Widening | undefined) => {
    if (widening) io.stderr.warn(describeWidening(to, widening));
  };
  const origin = operatorAs('cli', options);
  try {
    await run(options, changing(options, ['audit', 'knownPermissions']), (session) => {
      const operations = permissionsOf(session.parts);
      const agreed: ResultAsync<unknown, CliError> =
        dryRun || yes
          ? okAsync(undefined)
          : operations.rename({ ...renaming, origin, dryRun: true }).andThen(({ rows, widening }) => {
              if (rows.length === 0) return okAsync(undefined);
              warnOf(widening);
              const question = `Rename ${from} to ${to} for ${counted(rows.length, 'user')}?`;
              return agree(io, question, interruption);
            });
      return warnOfDoubts(io, session.parts, { permissions: [from] })
        .andThen(() => agreed)
        .andThen(() => batchOfRun(io, session, options))
        .andThen(({ batch, continueBatch }) =>
          operations
            .rename({ ...renaming, origin: { ...origin, batch }, continueBatch, dryRun })
            .andThen(({ rows, widening }) => {
              // One that was refused as a whole, or changed nothing, has no entry to find it by.
              const isNamed = rows.some(({ entry }) => entry !== undefined);
              if (isNamed) io.stderr.write(`batch ${batch}\n`);
              const printed = printRows(io, [ok(rows)], {
                ...options,
                batch: () => (isNamed ? batch : null),
                closing: (tally) => tally.closing('changed', batch, dryRun),
                failed: (tally) => `${tally.describeFailed()}, so no row is done`,
              });
              return new ResultAsync(printed).andTee(() => {
                // Whoever was asked knows.
                if (dryRun || yes) warnOf(widening);
              });
            }),
        );
    });
  } finally {
    interruption.ignore();
  }
}

/** How much more users can do, or could. */
function describeWidening(to: string, { inUse, module, newAdmins, wholeModule }: Widening): string {
  const facts = [
    ...(wholeModule > 0 ? [`${counted(wholeModule, 'user')} would get all of ${module}`] : []),
    ...(inUse > 0 ? [`${counted(inUse, 'user')} hold something of ${module} already`] : []),
    ...(newAdmins > 0 ? [`${counted(newAdmins, 'user')} would be admins`] : []),
  ];
  return `the name ${to} lets users do more: ${facts.join(', ')}`;
}
