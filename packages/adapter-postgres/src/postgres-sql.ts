import { createHash } from 'node:crypto';
import { OutcomeUnknown, type Statement, Transaction, type Write } from '@ops-admin/store-sql';
import { DatabaseError } from 'pg';
import { isOutOfReach, NOT_KEPT } from './connection-failure.js';
import type { PostgresClient } from './postgres-client.js';

export interface SqlOptions {
  readonly isNamed: boolean;
  readonly timeoutMs: number;
}

/** The statements of one connection, as stores use them. */
export class PostgresSql extends Transaction {
  readonly #client: PostgresClient;
  readonly #options: SqlOptions;
  #sent: Promise<unknown> = Promise.resolve();

  constructor(client: PostgresClient, options: SqlOptions) {
    super();
    this.#client = client;
    this.#options = options;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    // The first failure causes the others.
    const [, rows] = await Promise.all([this.#sent, this.#ask<Row>(statement)]);
    return rows;
  }

  get sent(): Promise<unknown> {
    return this.#sent;
  }

  /** Sends statements without values, whose rows nobody needs. */
  script(text: string): void {
    this.#send(this.#client.ask({ text }, this.#options.timeoutMs));
  }

  /**
   * All writes as parts of one statement: they see the same moment, and constraints are checked at its end. Only the commit or the
   * next query waits for it. The written rows are counted, because a foreign trigger can swallow some: a change would be made
   * without an entry. A text that is not a number then fails the statement.
   */
  async write(...writes: readonly Write[]): Promise<void> {
    const parts = writes
      .filter(({ size }) => size > 0)
      .flatMap(({ expected, rows, text }) => rows.map((values) => ({ expected, text, values })));
    if (parts.length === 0) return;
    const texts = parts.map(({ text }, n) => `w${n} as (${text} returning 1)`);
    const counted = parts.flatMap(({ expected }, n) => (expected === undefined ? [] : [{ expected, n }]));
    const areKept = counted.map(({ n }) => `(select count(*) from w${n}) = ?`);
    const check =
      counted.length > 0 ? `case when ${areKept.join(' and ')} then '1' else '${NOT_KEPT}' end` : `'1'`;
    const values = [...parts.flatMap((part) => part.values), ...counted.map(({ expected }) => expected)];
    await this.#sent;
    // The commit can go out with it.
    this.#client.cork();
    this.#send(this.#ask({ text: `with ${texts.join(', ')} select (${check})::int as one`, values }));
  }

  /** Rejects with {@link OutcomeUnknown} if the transaction may have been committed. */
  async commit(): Promise<void> {
    let warning: unknown;
    const hear = (notice: unknown) => {
      warning = notice;
    };
    this.#client.on('notice', hear);
    const committing = this.#client.ask({ text: 'commit' }, this.#options.timeoutMs);
    // If the server says that it did not write, it has undone everything.
    const isUndone = this.#sent.then(
      () => false,
      (error: unknown) => error instanceof DatabaseError,
    );
    try {
      await Promise.all([this.#sent, committing]);
    } catch (error) {
      throw isOutOfReach(error) && !(await isUndone) ? new OutcomeUnknown(error) : error;
    } finally {
      this.#client.off('notice', hear);
    }
    // The wait for a synchronous standby was cut short: only this server has the change, and can be lost.
    if (warning !== undefined) throw new OutcomeUnknown(warning);
  }

  #send(answer: Promise<unknown>): void {
    this.#sent = Promise.all([this.#sent, answer]);
    this.#sent.catch(() => {});
  }

  async #ask<Row>({ isPlannedAnew = false, text, values }: Statement): Promise<Row[]> {
    for (const value of values) checkValue(value);
    const { name, numbered } = known(text);
    const { isNamed, timeoutMs } = this.#options;
    const asked = { text: numbered, values, name: isNamed && !isPlannedAnew ? name : undefined };
    return this.#client.ask<Row>(asked, timeoutMs);
  }
}

/** The driver would turn any value into text. */
function checkValue(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) checkValue(one);
  else if (value !== null && !VALUES.has(typeof value))
    throw new TypeError(`PostgreSQL has no value for ${typeof value}`);
}

const VALUES: ReadonlySet<string> = new Set(['boolean', 'number', 'string']);

interface KnownText {
  readonly name: string;
  readonly numbered: string;
}

const KNOWN = new Map<string, KnownText>();
/** Texts differ by the parts of a search; all others are a few dozen. */
const MAX_KNOWN = 500;

/** Numbers the places of values. The name is made of the text: a pooler gives a connection to programs of other versions. */
function known(text: string): KnownText {
  const found = KNOWN.get(text);
  if (found) return found;
  let places = 0;
  const numbered = text.replaceAll('?', () => `$${++places}`);
  const name = createHash('sha256').update(numbered).digest('base64url').slice(0, 22);
  if (KNOWN.size === MAX_KNOWN) KNOWN.clear();
  KNOWN.set(text, { name, numbered });
  return { name, numbered };
}
