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
  readonly ignoreNotFound?: boolean;
  readonly only?: Only;
}

/** The largest number of failed rows that are kept to be shown again. */
const MAX_FAILURES = 100;

/** Counts the results of rows. */
export class Tally {
  readonly #counts = new Map<RowResult, number>();
  readonly #ignoresUnknown: boolean;
  readonly #only: Only | undefined;
  readonly #failures: PermissionRow[] = [];
  #rows = 0;
  #permissions = 0;

  /** With `ignoreNotFound`, unknown users are not failures. */
  constructor({ ignoreNotFound = false, only }: TallyOptions = {}) {
    this.#ignoresUnknown = ignoreNotFound;
    this.#only = only;
  }

  /** Counts rows; returns those that are to be shown. */
  add(rows: readonly PermissionRow[]): readonly PermissionRow[] {
    for (const row of rows) {
      const { added = [], removed = [], result } = row;
      this.#rows++;
      this.#permissions += added.length + removed.length;
      this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
      if (this.#failures.length < MAX_FAILURES && this.#isFailure(result)) this.#failures.push(row);
    }
    if (this.#only === undefined) return rows;
    return rows.filter((row) => (this.#only === 'failed' ? this.#isFailure(row.result) : isChangeRow(row)));
  }

  /** The rows that failed, once more, because those between them can be many; none if they were all that was shown. */
  failedAgain(linesOf: (row: PermissionRow) => readonly string[]): string[] {
    if (this.failed === 0 || this.failed === this.#rows || this.#only === 'failed') return [];
    const more = this.failed - this.#failures.length;
    return [
      'failed:',
      ...this.#failures.flatMap(linesOf),
      ...(more > 0 ? [`and ${withThousands(more)} more: --only failed shows them all`] : []),
    ];
  }

  get rows(): number {
    return this.#rows;
  }

  /** How many permissions were really added or removed. */
  get permissions(): number {
    return this.#permissions;
  }

  /** The rows in which something changed, or would. */
  get changed(): number {
    return this.#count((result) => isChangeRow({ result }));
  }

  get failed(): number {
    return this.#count((result) => this.#isFailure(result));
  }

  /** The rows of an undo that found nothing. */
  get nothingLeft(): number {
    return this.#counts.get('nothing-left') ?? 0;
  }

  /** The rows that failed only because others did. */
  get undone(): number {
    return this.#counts.get('not-done') ?? 0;
  }

  /** The end of a run, for programs. */
  summary(batch: string | null): { readonly summary: RunSummary } {
    return { summary: { batch, rows: this.#rows, changed: this.changed, failed: this.failed } };
  }

  /** Such as `1 of 3 rows failed`; those that failed only because others did are left out. */
  describeFailed(): string {
    return `${withThousands(this.failed - this.undone)} of ${counted(this.rows, 'row')} failed`;
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
      counted(this.#rows, 'row'),
      counts.length > 0 ? `: ${counts.join(', ')}` : '',
      this.#permissions > 0
        ? `; ${counted(this.#permissions, 'permission')} ${isTried ? 'would be ' : ''}${changed}`
        : '',
    ].join('');
  }

  #isFailure(result: RowResult): boolean {
    return isFailedRow({ result }) && !(this.#ignoresUnknown && result === 'user-not-found');
  }

  #count(isMeant: (result: RowResult) => boolean): number {
    return [...this.#counts].reduce((sum, [result, count]) => sum + (isMeant(result) ? count : 0), 0);
  }
}
