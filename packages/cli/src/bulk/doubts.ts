import { type DoubtfulPermission, moduleOf, okAsync, type ResultAsync } from '@ops-admin/core';
import { describeDoubt } from '@ops-admin/core/operations';
import type { BulkEnded } from '../cli-error.js';
import type { CommandParts, Unanswered } from '../command-parts.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { withThousands } from './with-thousands.js';

/** The largest number of different strings that a run asks about. */
const MAX_ASKED = 1000;
/** The largest number of warnings. */
const MAX_WARNINGS = 20;

/** The strings of a run that look mistyped. */
export class Doubts {
  readonly #asked = new Set<string>();
  readonly #found = new Map<string, DoubtfulPermission>();

  /** Those that were not asked about before: what the run itself removed must not be asked about again. */
  unasked(permissions: readonly string[]): ReadonlySet<string> {
    const unasked = new Set<string>();
    for (const permission of permissions) {
      if (this.#asked.has(permission) || this.#asked.size === MAX_ASKED) continue;
      this.#asked.add(permission);
      unasked.add(permission);
    }
    return unasked;
  }

  /** Takes the answer about these. */
  see(unasked: ReadonlySet<string>, doubtful: readonly DoubtfulPermission[] = []): void {
    for (const one of doubtful) if (unasked.has(one.permission)) this.#found.set(one.permission, one);
  }

  /** How many there are. */
  get number(): number {
    return this.#found.size;
  }

  /** Warns about them; returns their number. */
  warn(io: Io): number {
    const shown = [...this.#found.values()].slice(0, MAX_WARNINGS).map(describeDoubt);
    const more = this.#found.size - shown.length;
    if (more > 0) shown.push(`and ${withThousands(more)} more strings like these`);
    for (const line of shown) io.stderr.warn(line);
    return this.#found.size;
  }
}

/** How a run ends with `--strict` if there are doubts. */
export function endedByDoubts(doubtful: number): BulkEnded {
  const what =
    doubtful === 1
      ? 'a string that nobody holds looks mistyped'
      : `${withThousands(doubtful)} strings that nobody holds look mistyped`;
  return { type: 'bulk-ended', exitCode: EXIT.partly, message: `${what} (--strict)` };
}

/** What a command asks for, by words that nobody checked. */
export interface NamedStrings {
  readonly permissions?: readonly (string | undefined)[];
  /** Each without `service.`. */
  readonly modules?: readonly (string | undefined)[];
}

/** What {@link warnOfDoubts} needs: nothing where nothing is named. */
export function needsOf({ modules = [], permissions = [] }: NamedStrings): readonly 'knownPermissions'[] {
  return [...modules, ...permissions].some((one) => one !== undefined) ? ['knownPermissions'] : [];
}

/** Warns of what looks mistyped in what a command asks for. */
export function warnOfDoubts(
  io: Io,
  { knownPermissions: known }: Partial<Pick<CommandParts, 'knownPermissions'>>,
  { modules = [], permissions = [] }: NamedStrings,
): ResultAsync<undefined, Unanswered> {
  if (!known) return okAsync(undefined);
  const whole = new Set(modules.flatMap((module) => (module === undefined ? [] : `service.${module}.*`)));
  const named = [...permissions.filter((one) => one !== undefined), ...whole];
  return known.doubtful(named).map((doubtful) => {
    for (const one of doubtful)
      io.stderr.warn(whole.has(one.permission) ? describeModule(one) : describeDoubt(one));
    return undefined;
  });
}

function describeModule({ meant, permission }: DoubtfulPermission): string {
  const [module, near] = [moduleOf(permission), moduleOf(meant ?? '')];
  return `${module} is not a known module${near === undefined ? '' : `; did you mean ${near}?`}`;
}
