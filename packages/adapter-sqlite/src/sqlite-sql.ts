import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Statement, Transaction, type Write } from '@ops-admin/store-sql';
import type { Statements } from './statements.js';

/** How long statements hold the event loop until other work has a turn. */
const LONGEST_TURN_MS = 20;

/** Ends a turn of the event loop between statements that have taken long: awaiting SQLite alone never does. */
export class Pace {
  #began: number | undefined;

  async rest(): Promise<void> {
    if (this.#began === undefined) {
      this.#began = performance.now();
      setImmediate(() => {
        this.#began = undefined;
      });
    } else if (performance.now() - this.#began > LONGEST_TURN_MS) await nextTurn();
  }
}

export class SqliteSql extends Transaction {
  readonly #statements: Statements;
  readonly #pace: Pace;

  constructor(statements: Statements, pace: Pace) {
    super();
    this.#statements = statements;
    this.#pace = pace;
  }

  async query<Row>({ text, values }: Statement): Promise<Row[]> {
    await this.#pace.rest();
    return this.#statements.all<Row>(text, values);
  }

  async write(...writes: readonly Write[]): Promise<void> {
    await this.#pace.rest();
    for (const write of writes) this.#statements.write(write);
  }
}
