import { isFailedRow, type PermissionRow, type RowResult } from '@ops-admin/core';
import { withThousands } from './with-thousands.js';

/** Counts what became of rows. */
export class Tally {
  readonly #counts = new Map<RowResult, number>();
  #rows = 0;
  #permissions = 0;

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

  get failed(): number {
    return [...this.#counts].reduce(
      (sum, [name, count]) => sum + (isFailedRow({ result: name }) ? count : 0),
      0,
    );
  }

  /** The rows that failed only because others did. */
  get undone(): number {
    return this.#counts.get('not-done') ?? 0;
  }

  /** Whether any row has its entry in the trail. */
  get hasEntries(): boolean {
    return this.#rows > this.failed;
  }

  /** Such as `3 rows: 2 removed, 1 user not found; 5 permissions removed`. */
  describe(changed: 'added' | 'removed'): string {
    const counts = [...this.#counts].map(
      ([name, count]) => `${withThousands(count)} ${name.replaceAll('-', ' ')}`,
    );
    return [
      `${withThousands(this.#rows)} ${this.#rows === 1 ? 'row' : 'rows'}`,
      counts.length > 0 ? `: ${counts.join(', ')}` : '',
      this.#permissions > 0
        ? `; ${withThousands(this.#permissions)} ${this.#permissions === 1 ? 'permission' : 'permissions'} ${changed}`
        : '',
    ].join('');
  }
}
