import { okAsync, parsePermission, type ResultAsync, type Widening } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { Interruption } from '../interruption.js';
import { operatorAs } from '../operator.js';
import { agree, cannotAgree } from './agree.js';
import type { ChangeOptions, MadeOptions } from './change-options.js';
import { warnOfDoubts } from './doubts.js';
import { batchOfRun, changing, permissionsOf } from './open-run.js';
import { runRows } from './run-rows.js';
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
        .andThen(({ batch, continueBatch }) => {
          let widening: Widening | undefined;
          return runRows({
            batch,
            change: () =>
              operations
                .rename({ ...renaming, origin: { ...origin, batch }, continueBatch, dryRun })
                .andTee((renamed) => {
                  widening = renamed.widening;
                }),
            interruption,
            io,
            options: { ...options, atomic: true },
            steps: [[{}]],
            warn: () => {
              // A person who was asked knows.
              if (dryRun || yes) warnOf(widening);
            },
          });
        });
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
