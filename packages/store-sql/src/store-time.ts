import type { Clock } from '@ops-admin/core';
import type { Condition } from './condition.js';
import type { Dialect } from './dialect.js';
import type { Sql } from './sql.js';

/** A moment that is judged by: the time of the clock, or that of the rows of a statement. */
export interface Moment {
  /** The moment of a row that has {@link StoreTime.column}; without one it is what the machine says. */
  of(row: { readonly now: number | null } | undefined): Date;
  readonly isHeld: Condition;
  readonly hasEnded: Condition;
}

/**
 * The clock by which a store judges ended permissions: a given one, else the time of the database, where instances share
 * that, or of this machine.
 */
export class StoreTime {
  readonly #clock: Clock | undefined;
  readonly #sql: string | undefined;
  /** SQL for a column `now`, in milliseconds; `null` where the time is not the database's. */
  readonly column: string;

  constructor({ now }: Dialect, clock: Clock | undefined) {
    this.#sql = clock ? undefined : now;
    this.#clock = clock;
    this.column = this.#sql ?? 'null';
  }

  begin(): Moment {
    if (this.#sql !== undefined)
      return momentOf(({ now = null } = { now: null }) => new Date(now ?? Date.now()), this.#sql, []);
    const now = this.#clock?.() ?? new Date();
    return momentOf(() => now, '?', [now.getTime()]);
  }

  async now(sql: Sql): Promise<Date> {
    if (this.#sql === undefined) return this.begin().of(undefined);
    return this.begin().of(await sql.first<{ now: number }>(`select ${this.#sql} as now`));
  }
}

function momentOf(of: Moment['of'], now: string, values: readonly number[]): Moment {
  return {
    of,
    isHeld: { sql: `(until is null or until > ${now})`, values },
    hasEnded: { sql: `until <= ${now}`, values },
  };
}
