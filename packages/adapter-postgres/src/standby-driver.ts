import { type Logger, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import type { Amount, Run, Statement, Work } from '@ops-admin/store-sql';
import { isStoreFailure, UnwantedServer } from './connection-failure.js';
import type { Statement as OneStatement, PostgresDatabase } from './postgres-database.js';
import { PostgresDriver } from './postgres-driver.js';
import { inAll, within } from './within.js';

/** How long a look holds: at a standby that answers, and at one that does not and is left alone. */
const THERE_MS = 1000;
const AWAY_MS = 5000;
/** How long it is waited for where nothing is known: a read of many rows would wait much longer for one that is frozen. */
const LOOK_TIMEOUT_MS = 1000;

/** Reads what every read needs, so that a server without it does not answer; and what the server is: it can have been promoted. */
const LOOK = { text: "select pg_is_in_recovery() as standby from counters where name = 'users'" };

/** How much of the log a server has written or, as a standby, made its own, in bytes. */
const POSITION = `
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::bigint`;
const PRIMARY_AT = { text: `select ${POSITION} as position` };
const STANDBY_AT = {
  text: `
    select ${POSITION} as position,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds`,
};

/**
 * Reads that may be late come from a standby, and from the primary while the standby does not serve; what the standby fails at, the
 * primary does at once.
 */
export class StandbyDriver extends PostgresDriver {
  readonly #primary: PostgresDatabase;
  readonly #standby: PostgresDatabase;
  readonly #lists: PostgresDriver;
  readonly #log: Logger;
  #isAway = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  /** When it had everything of the primary. */
  #caughtUpAt: number = performance.now();

  constructor(primary: PostgresDatabase, standby: PostgresDatabase, log: Logger) {
    super(primary);
    this.#primary = primary;
    this.#standby = standby;
    this.#lists = new PostgresDriver(standby);
    this.#log = log;
  }

  override query<Row, T, E = never>(
    statement: Statement,
    answer: (rows: readonly Row[]) => Result<T, E>,
    amount?: Amount,
  ): ResultAsync<T, E | StoreUnavailable> {
    return this.#fromEither(
      () => this.#lists.query(statement, answer, amount),
      () => super.query(statement, answer, amount),
    );
  }

  override read<T, E>(work: () => Work<Result<T, E>>, amount?: Amount): ResultAsync<T, E | StoreUnavailable> {
    return this.#fromEither(
      () => this.#lists.read(work, amount),
      () => super.read(work, amount),
    );
  }

  /** What the standby gave before it failed cannot be taken back: then the failure is passed on. */
  override async *snapshot<T>(read: (run: Run) => AsyncIterable<T>): AsyncGenerator<T, void> {
    const parts = this.#lists.snapshot(read);
    const first = await this.#fromStandby(() => this.#next(parts));
    if (!first?.isOk()) return yield* super.snapshot(read);
    try {
      if (!first.value.done) yield first.value.value;
      yield* parts;
    } finally {
      await parts.return();
    }
  }

  /** Looks whether the standby answers, once for all who ask. */
  look(): Promise<void> {
    this.#looking ??= this.#look();
    return this.#looking;
  }

  /** How many seconds it is behind the primary, or how long ago it was not if that cannot be said. */
  async lagSeconds(): Promise<number> {
    const primary = await ask<{ readonly position: number }>(this.#primary, PRIMARY_AT);
    const standby = await ask<{ readonly position: number; readonly seconds: number | null }>(
      this.#standby,
      STANDBY_AT,
    );
    const now = performance.now();
    if (primary.isOk() && standby.isOk() && standby.value.position >= primary.value.position)
      this.#caughtUpAt = now;
    const atMost = (now - this.#caughtUpAt) / 1000;
    return Math.min(atMost, standby.unwrapOr({ seconds: null }).seconds ?? atMost);
  }

  #fromEither<T, E>(
    fromStandby: () => ResultAsync<T, E | StoreUnavailable>,
    fromPrimary: () => ResultAsync<T, E | StoreUnavailable>,
  ): ResultAsync<T, E | StoreUnavailable> {
    const read = async () => (await this.#fromStandby(fromStandby)) ?? fromPrimary();
    return new ResultAsync(read());
  }

  /** What the standby gives; nothing if it is away, fails, or does not answer any more. */
  async #fromStandby<T, E>(
    read: () => PromiseLike<Result<T, E | StoreUnavailable>>,
  ): Promise<Result<T, E> | undefined> {
    if (!(await this.#isThere())) return undefined;
    const result = await this.#unlessItGoes(read());
    if (!result) return undefined;
    // The failure can be that of this read alone: the next one looks first.
    const hasFailed = result.isErr() && isUnavailable(result.error);
    if (hasFailed && !this.#isAway) this.#lookedAt = Number.NEGATIVE_INFINITY;
    return hasFailed ? undefined : (result as Result<T, E>);
  }

  async #unlessItGoes<T>(reading: PromiseLike<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const gone = new Promise<undefined>((resolve) => {
      const look = async () => {
        await this.look();
        if (this.#isAway) resolve(undefined);
      };
      timer = setInterval(() => void look(), THERE_MS);
    });
    try {
      return await Promise.race([reading, gone]);
    } finally {
      clearInterval(timer);
    }
  }

  #next<T>(parts: AsyncGenerator<T, void>): ResultAsync<IteratorResult<T, void>, StoreUnavailable> {
    return ResultAsync.fromPromise(parts.next(), (cause) => {
      if (!this.isFailure(cause)) throw cause;
      return { type: 'store-unavailable', cause };
    });
  }

  /** While it is away nobody waits for it. */
  async #isThere(): Promise<boolean> {
    const isKnown = performance.now() - this.#lookedAt < (this.#isAway ? AWAY_MS : THERE_MS);
    if (!isKnown && this.#isAway) void this.look();
    else if (!isKnown) {
      const wait = this.#standby.wait('little');
      await this.look();
      wait.over(false);
    }
    return !this.#isAway;
  }

  async #look(): Promise<void> {
    const answer = await ask(this.#standby, LOOK);
    this.#looking = undefined;
    this.#lookedAt = performance.now();
    if (answer.isErr() && !this.#isAway)
      this.#log.warn({ err: answer.error }, 'the standby does not serve lists: the primary does');
    if (answer.isOk() && this.#isAway) this.#log.info({}, 'the standby serves lists again');
    this.#isAway = answer.isErr();
  }
}

/** One row, whatever the request has waited before. Errors: the failure of the server. */
function ask<Row>(database: PostgresDatabase, statement: OneStatement): ResultAsync<Row, unknown> {
  const asked = database.use(async (connection) => {
    const [row] = await connection.query<Row & { readonly standby?: boolean }>(statement);
    // Its connections were made before it became another; new ones look for the right server.
    if (row?.standby === false && database.wanted === 'standby') throw new UnwantedServer('standby');
    return row as Row;
  }, LOOK_TIMEOUT_MS);
  return ResultAsync.fromPromise(within(inAll(LOOK_TIMEOUT_MS), asked), (cause) => {
    if (!isStoreFailure(cause)) throw cause;
    return cause;
  });
}

function isUnavailable(error: unknown): boolean {
  return (Object(error) as Partial<StoreUnavailable>).type === 'store-unavailable';
}
