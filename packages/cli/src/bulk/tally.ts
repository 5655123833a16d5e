import { isFailedRow, type PermissionRow, type RowResult } from '@ops-admin/core';
import { withThousands } from './with-thousands.js';

/** How many rows a run had, as programs get it at its end (decision 9). */
export interface RunSummary {
  /** `null` in a dry run. */
  readonly batch: string | null;
  readonly rows: number;
  readonly changed: number;
  readonly failed: number;
}

const CHANGES: ReadonlySet<RowResult> = new Set([
  'added',
  'removed',
  'reverted',
  'would-add',
  'would-remove',
  'would-revert',
]);

/** Counts what became of rows. */
export class Tally {
  readonly #counts = new Map<RowResult, number>();
  readonly #ignoresUnknown: boolean;
  #rows = 0;
  #permissions = 0;

  /** With `ignoreNotFound`, unknown users are no failure. */
  constructor({ ignoreNotFound = false }: { readonly ignoreNotFound?: boolean } = {}) {
    this.#ignoresUnknown = ignoreNotFound;
  }

  add({ result, added = [], removed = [] }: PermissionRow): void {
    this.#rows++;
    this.#permissions += added.length + removed.length;
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
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
    return this.#count((result) => CHANGES.has(result));
  }

  get failed(): number {
    return this.#count(
      (result) => isFailedRow({ result }) && !(this.#ignoresUnknown && result === 'user-not-found'),
    );
  }

  /** The rows that failed only because others did. */
  get undone(): number {
    return this.#counts.get('not-done') ?? 0;
  }

  /** The end of a run, for programs. */
  summary(batch: string | null): { readonly summary: RunSummary } {
    return { summary: { batch, rows: this.#rows, changed: this.changed, failed: this.failed } };
  }

  /** Such as `3 rows: 2 removed, 1 user not found; 5 permissions removed`. */
  describe(changed: 'added' | 'removed' | 'changed'): string {
    const counts = [...this.#counts].map(
      ([name, count]) => `${withThousands(count)} ${name.replaceAll('-', ' ')}`,
    );
    const isRehearsed = [...this.#counts.keys()].some((name) => name.startsWith('would-'));
    return [
      `${withThousands(this.#rows)} ${this.#rows === 1 ? 'row' : 'rows'}`,
      counts.length > 0 ? `: ${counts.join(', ')}` : '',
      this.#permissions > 0
        ? `; ${withThousands(this.#permissions)} ${this.#permissions === 1 ? 'permission' : 'permissions'} ${isRehearsed ? 'would be ' : ''}${changed}`
        : '',
    ].join('');
  }

  #count(isMeant: (result: RowResult) => boolean): number {
    return [...this.#counts].reduce((sum, [result, count]) => sum + (isMeant(result) ? count : 0), 0);
  }
}
