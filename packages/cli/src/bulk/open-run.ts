import { err, foreignBatch, newBatchName, ok, okAsync, type ResultAsync } from '@ops-admin/core';
import { reasonRequired } from '@ops-admin/core/operations';
import type { CliError } from '../cli-error.js';
import type { Request, Session } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import type { Io } from '../io.js';
import { existing } from '../options.js';
import type { MadeOptions } from './change-options.js';

/** Requests what a change needs; a dry run only reads. A reason is refused before anything is asked. */
export function requestChange<Needed extends keyof CommandParts>(
  options: MadeOptions & { readonly file?: string },
  needs: readonly Needed[],
): Request<Needed> {
  const request = existing(options, needs);
  if (options.dryRun) return { ...request, access: 'read', keys: 'if-there' };
  const check: Request<Needed>['check'] = ({ requiredReason }) => {
    // The rows of a file can have reasons of their own.
    const refused =
      options.file === undefined ? reasonRequired({ reason: requiredReason }, options.reason) : undefined;
    return refused ? err(refused) : ok(undefined);
  };
  return { ...request, check };
}

export interface NamedRun {
  readonly batch: string;
  readonly continueBatch: boolean;
}

/** Names a run; warns if it continues an old one, or that of another person. */
export function batchOfRun(
  { stderr }: Io,
  {
    actor,
    parts: { audit },
  }: Pick<Session<'audit'>, 'actor'> & { readonly parts: Partial<Pick<CommandParts, 'audit'>> },
  { batch: given, dryRun = false }: { readonly batch?: string; readonly dryRun?: boolean },
): ResultAsync<NamedRun, CliError> {
  const clock = () => new Date();
  const named = (batch: string, continueBatch = false): NamedRun => ({ batch, continueBatch });
  if (given === undefined || dryRun || !audit) return okAsync(named(given ?? newBatchName(clock)));
  return audit.list({ batch: given, limit: 1 }).andThen(({ entries: [newest] }) => {
    if (!newest) return okAsync(named(given));
    return actor().map((own) => {
      const isForeign = foreignBatch(newest, own, clock) !== undefined;
      if (isForeign) {
        stderr.warn(
          `the batch ${given} already exists: its newest entry is from ${newest.time}, by ${newest.actor}`,
        );
      }
      return named(given, isForeign);
    });
  });
}
