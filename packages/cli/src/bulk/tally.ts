import { isFailedRow, type PermissionRow, type RowResult } from '@ops-admin/core';
import { isChangeRow } from '@ops-admin/core/operations';
import { undoOfBatch } from '../present/printed-command.js';
import { counted, withThousands } from './with-thousands.js';

/** The counts of a run, as programs get them at its end. */
export interface RunSummary {
  /** `null` in a dry run. */
  readonly batch: string | null;
  readonly rows: number;
  readonly changed: number;
  readonly failed: number;
}

/** Which rows `--only` shows. */
export const ONLY = ['changed', 'failed'] as const;
export type Only = (typeof ONLY)[number];

/** How rows are counted and chosen. */
export interface TallyOptions {
  /** Whether unknown users are no failures. */
  readonly ignoreNotFound?: boolean;
  readonly only?: Only;
}

/** The largest number of failed rows that are kept to be shown again. */
const MAX_FAILURES = 100;

export class Tally {
  readonly #counts = new Map<RowResult, number>();
  readonly #options: TallyOptions;
  readonly #failures: PermissionRow[] = [];
  #permissions = 0;
  rows = 0;
  changed = 0;
  failed = 0;

  constructor(options: TallyOptions) {
    this.#options = options;
  }

  /** Counts rows; returns those that are to be shown. */
  add(rows: readonly PermissionRow[]): readonly PermissionRow[] {
    const { ignoreNotFound = false, only } = this.#options;
    return rows.filter((row) => {
      const { added = [], removed = [], result } = row;
      const isFailed = isFailedRow(row) && !(ignoreNotFound && result === 'user-not-found');
      const isChanged = isChangeRow(row);
      this.rows++;
      if (isChanged) this.changed++;
      if (isFailed && this.failed++ < MAX_FAILURES) this.#failures.push(row);
      this.#permissions += added.length + removed.length;
      this.#counts.set(result, this.count(result) + 1);
      return only === undefined || (only === 'failed' ? isFailed : isChanged);
    });
  }

  count(result: RowResult): number {
    return this.#counts.get(result) ?? 0;
  }

  /** The rows that failed, once more, because those between them can be many; none if they were all that was shown. */
  failedAgain(linesOf: (row: PermissionRow) => readonly string[]): string[] {
    if (this.failed === 0 || this.failed === this.rows || this.#options.only === 'failed') return [];
    const more = this.failed - this.#failures.length;
    return [
      'failed:',
      ...this.#failures.flatMap(linesOf),
      ...(more > 0 ? [`and ${withThousands(more)} more: --only failed shows them all`] : []),
    ];
  }

  summary(batch: string | null): { readonly summary: RunSummary } {
    return { summary: { batch, rows: this.rows, changed: this.changed, failed: this.failed } };
  }

  /** Such as `1 of 3 rows failed`; those that failed only because others did are left out. */
  describeFailed(): string {
    return `${withThousands(this.failed - this.count('not-done'))} of ${counted(this.rows, 'row')} failed`;
  }

  /** The end of a run, for people: what was done, and how to undo it, if an undo of the batch finds something. */
  closing(changed: 'added' | 'removed' | 'changed', batch: string | undefined, dryRun: boolean): string[] {
    const counts = this.#describe(changed);
    if (dryRun) return [`dry run, nothing is written: ${counts}`];
    return this.changed > 0 && batch !== undefined ? [counts, `to undo it: ${undoOfBatch(batch)}`] : [counts];
  }

  /** Such as `3 rows: 2 removed, 1 user not found; 5 permissions removed`. */
  #describe(changed: 'added' | 'removed' | 'changed'): string {
    const counts = [...this.#counts].map(
      ([name, count]) => `${withThousands(count)} ${name.replaceAll('-', ' ')}`,
    );
    const isTried = [...this.#counts.keys()].some((name) => name.startsWith('would-'));
    return [
      counted(this.rows, 'row'),
      counts.length > 0 ? `: ${counts.join(', ')}` : '',
      this.#permissions > 0
        ? `; ${counted(this.#permissions, 'permission')} ${isTried ? 'would be ' : ''}${changed}`
        : '',
    ].join('');
  }
}
