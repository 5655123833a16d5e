import { parsePermission, type Widening } from '@ops-admin/core';
import type { CommandContext } from '../command-context.js';
import { interruptible } from '../interruption.js';
import { operatorAs } from '../operator.js';
import { cannotAgree } from './agree.js';
import type { ChangeOptions, MadeOptions } from './change-options.js';
import { warnOfDoubts } from './doubts.js';
import { batchOfRun, requestChange } from './open-run.js';
import { runRows } from './run-rows.js';
import { counted } from './with-thousands.js';

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
  const origin = operatorAs('cli', options);
  const needs = ['audit', 'knownPermissions', 'permissions'] as const;
  await interruptible(io, (interruption) =>
    run(options, requestChange(options, needs), (session) =>
      warnOfDoubts(io, session.parts, { permissions: [from] })
        .andThen(() => batchOfRun(io, session, options))
        .andThen(({ batch, continueBatch }) => {
          let widening: Widening | undefined;
          const warn = () => {
            if (widening) io.stderr.warn(describeWidening(to, widening));
          };
          return runRows({
            batch,
            change: (_, isTried) =>
              session.parts.permissions
                .rename({ ...renaming, origin: { ...origin, batch }, continueBatch, dryRun: isTried })
                .andTee((renamed) => {
                  widening = renamed.widening;
                }),
            interruption,
            io,
            options: { ...options, atomic: true },
            question: ({ length }) => {
              if (length === 0) return undefined;
              warn();
              return `Rename ${from} to ${to} for ${counted(length, 'user')}?`;
            },
            steps: [[{}]],
            // The question has already said it.
            ...((dryRun || yes) && { warn }),
          });
        }),
    ),
  );
}

/** Describes what users gain by the rename. */
function describeWidening(to: string, { inUse, module, newAdmins, wholeModule }: Widening): string {
  const facts = [
    ...(wholeModule > 0 ? [`${counted(wholeModule, 'user')} would get all of ${module}`] : []),
    ...(inUse > 0 ? [`${counted(inUse, 'user')} hold something of ${module} already`] : []),
    ...(newAdmins > 0 ? [`${counted(newAdmins, 'user')} would be admins`] : []),
  ];
  return `the name ${to} lets users do more: ${facts.join(', ')}`;
}
