import { err, okAsync, type ResultAsync } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { Interruption } from '../interruption.js';
import type { Io } from '../io.js';
import { agree, canAsk } from './agree.js';

/** The things that an import removes, such as `3 permissions and 1 identity from 2 users`; `undefined` if nothing. */
export type Taken = string | undefined;

/** Asks before an import removes anything. */
export function agreedToImport(
  io: Io,
  file: string,
  taken: Taken,
  interruption: Interruption,
): ResultAsync<unknown, CliError> {
  if (taken === undefined) return okAsync(undefined);
  if (file !== '-' && canAsk(io)) return agree(io, `Remove ${taken}?`, interruption);
  const message = `this import removes ${taken}, and requires --yes without a terminal; nothing was changed`;
  return err({ type: 'invalid-input' as const, message }).asyncAndThen(() => okAsync(undefined));
}

/** Prints the same sentence in a dry run, which asks nothing. */
export function tellTaken({ stderr }: Io, taken: Taken): void {
  if (taken !== undefined) stderr.write(`this import removes ${taken}\n`);
}

/** Parts of a sentence: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
