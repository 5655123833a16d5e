import type { DoubtfulPermission } from '@ops-admin/core';
import type { BulkEnded } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { withThousands } from './with-thousands.js';

/** The largest number of different strings that a run asks about. */
const MAX_ASKED = 1000;
/** The largest number of warnings. */
const MAX_WARNINGS = 20;

/** The strings of a run that look mistyped (decision 9). */
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

  /** Warns about them; returns their number. */
  warn({ stderr }: Io): number {
    const shown = [...this.#found.values()].slice(0, MAX_WARNINGS).map(warningOf);
    const more = this.#found.size - shown.length;
    if (more > 0) shown.push(`and ${withThousands(more)} more strings like these`);
    for (const line of shown) stderr.write(`ops-admin: warning: ${line}\n`);
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

function warningOf({ meant, permission }: DoubtfulPermission): string {
  const question = meant === undefined ? '' : `; did you mean ${meant}?`;
  return `nobody holds anything like ${permission}${question}`;
}
