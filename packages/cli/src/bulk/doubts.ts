import {
  moduleOf,
  okAsync,
  type PermissionRow,
  parsePermission,
  type ResultAsync,
  wildcardModuleOf,
} from '@ops-admin/core';
import type { DoubtfulPermission } from '@ops-admin/core/jobs';
import type { BulkEnded } from '../cli-error.js';
import type { ChangeOperations, Unanswered } from '../command-parts.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { withThousands } from './with-thousands.js';

/** The largest number of different strings that are checked. */
const MAX_SUSPECTS = 1000;
/** The largest number of warnings. */
const MAX_WARNINGS = 20;

/** Collects strings that a removal asks for in vain, to check them at the end: they can be mistakes (decision 9). */
export class Doubts {
  readonly #suspects = new Set<string>();
  /** Off the pattern, and held by somebody before this run. */
  readonly #held = new Set<string>();

  /** Records what was requested, and its result. */
  see(requested: readonly string[], { removed = [] }: Pick<PermissionRow, 'removed'>): void {
    for (const permission of requested) {
      const module = wildcardModuleOf(permission);
      const isRemoved = removed.some(
        (one) => one === permission || (module !== undefined && moduleOf(one) === module),
      );
      if (isRemoved) {
        this.#suspects.delete(permission);
        // From now on the trail names valid strings.
        if (parsePermission(permission).isErr()) this.#held.add(permission);
      } else if (this.#suspects.size < MAX_SUSPECTS && !this.#held.has(permission)) {
        this.#suspects.add(permission);
      }
    }
  }

  /** Warns about probable mistakes; returns their number. */
  warn({ stderr }: Io, operations: Pick<ChangeOperations, 'findDoubtful'>): ResultAsync<number, Unanswered> {
    if (this.#suspects.size === 0) return okAsync(0);
    return operations.findDoubtful([...this.#suspects]).map((doubtful) => {
      const shown = doubtful.slice(0, MAX_WARNINGS).map(warningOf);
      const more = doubtful.length - shown.length;
      if (more > 0) shown.push(`and ${withThousands(more)} more strings like these`);
      for (const line of shown) stderr.write(`ops-admin: warning: ${line}\n`);
      return doubtful.length;
    });
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
