import { type DoubtfulPermission, moduleOf, okAsync, type ResultAsync } from '@ops-admin/core';
import { describeDoubt } from '@ops-admin/core/operations';
import type { BulkEnded } from '../cli-error.js';
import type { CommandParts, Unanswered } from '../command-parts.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { withThousands } from './with-thousands.js';

const MAX_WARNINGS = 20;

/** How a run ends with `--strict` if there are doubts. */
export function endedByDoubts(doubtful: number): BulkEnded {
  const what =
    doubtful === 1
      ? 'a string that nobody holds looks mistyped'
      : `${withThousands(doubtful)} strings that nobody holds look mistyped`;
  return { type: 'bulk-ended', exitCode: EXIT.partly, message: `${what} (--strict)` };
}

/** Permissions and modules that the command line names. */
export interface NamedStrings {
  readonly permissions?: readonly (string | undefined)[];
  /** Each without `service.`. */
  readonly modules?: readonly (string | undefined)[];
}

/** Returns the parts that {@link warnOfDoubts} needs. */
export function needsOf({ modules = [], permissions = [] }: NamedStrings): readonly 'knownPermissions'[] {
  return [...modules, ...permissions].some((one) => one !== undefined) ? ['knownPermissions'] : [];
}

/** Warns of named permissions and modules that look mistyped. */
export function warnOfDoubts(
  io: Io,
  { knownPermissions: known }: Partial<Pick<CommandParts, 'knownPermissions'>>,
  { modules = [], permissions = [] }: NamedStrings,
): ResultAsync<undefined, Unanswered> {
  const whole = new Set(modules.flatMap((module) => (module === undefined ? [] : `service.${module}.*`)));
  const named = [...new Set(permissions), ...whole].filter((one) => one !== undefined);
  if (!known || named.length === 0) return okAsync(undefined);
  return known.doubtful(named).map((doubtful) => warnOf(io, doubtful, whole));
}

/** Prints warnings; the strings in `whole` stand for modules. */
export function warnOf(
  { stderr }: Io,
  doubtful: readonly DoubtfulPermission[],
  whole: ReadonlySet<string> = new Set(),
): undefined {
  for (const one of doubtful.slice(0, MAX_WARNINGS))
    stderr.warn(whole.has(one.permission) ? describeModule(one) : describeDoubt(one));
  const more = doubtful.length - MAX_WARNINGS;
  if (more > 0) stderr.warn(`and ${withThousands(more)} more strings like these`);
  return undefined;
}

function describeModule({ meant, permission }: DoubtfulPermission): string {
  const [module, near] = [moduleOf(permission), moduleOf(meant ?? '')];
  return `${module} is not a known module${near === undefined ? '' : `; did you mean ${near}?`}`;
}
