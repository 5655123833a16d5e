import type { AuditEntry } from '@ops-admin/core';
import { type Dialect, rowsValue, type WriteRows } from './dialect.js';
import type { Sql, Transaction, Value, Write } from './sql.js';
import { columnNames, columnsOf } from './table.js';
import { AUDIT_BATCHES, type BatchRow } from './tables.js';

/** A batch whose row is not what its entries say. */
export interface WrongBatch {
  readonly batch: string;
  /** Missing if the batch has no entry. */
  readonly made?: BatchRow;
  readonly isKept: boolean;
}

const MEMBERS = Object.keys(AUDIT_BATCHES.columns);
const MADE_ANEW = MEMBERS.filter((member) => member !== 'batch').map((member) => columnNames([member]));

const MADE = `
  select e.batch, min(e.id) as first_id, max(e.id) as newest_id, min(e.time) as since, max(e.time) as until,
    count(*) as entries, count(distinct e.user_id) as users,
    count(case when exists (select 1 from audit_entries u where u.reverts = e.id) then 1 end) as undone
  from audit_entries e where e.batch is not null group by e.batch`;
const OFF = `
  select k.batch as kept, ${columnsOf(AUDIT_BATCHES, 'm')}
  from (${MADE}) m left join audit_batches k on k.batch = m.batch
  where k.batch is null or ${MADE_ANEW.map((one) => `m.${one} <> k.${one}`).join(' or ')}
  order by m.batch`;
const WITHOUT_ENTRIES = `
  select k.batch from audit_batches k where not exists (select 1 from audit_entries e where e.batch = k.batch)
  order by k.batch`;
const MORE_UNDONE = 'update audit_batches set undone = undone + ? where batch = ?';

export async function batchesOff(sql: Sql): Promise<WrongBatch[]> {
  const off = await sql.all<BatchRow & { readonly kept: string | null }>(OFF);
  const empty = await sql.all<Pick<BatchRow, 'batch'>>(WITHOUT_ENTRIES);
  return [
    ...off.map(({ kept, ...made }) => ({ batch: made.batch, made, isKept: kept !== null })),
    ...empty.map(({ batch }) => ({ batch, isKept: true })),
  ];
}

/** Writes the rows of batches with every entry. */
export class BatchTable {
  readonly #added: string;
  readonly #undone: string;
  readonly #put: WriteRows<BatchRow>;
  readonly #remove: WriteRows<BatchRow>;

  constructor(dialect: Dialect) {
    const least = (one: string) =>
      `case when excluded.${one} < audit_batches.${one} then excluded.${one} else audit_batches.${one} end`;
    const most = (one: string) =>
      `case when excluded.${one} > audit_batches.${one} then excluded.${one} else audit_batches.${one} end`;
    // Only entries since the batch began can be of it, so that the index of a user's entries has few to look at. Without `coalesce`
    // a server could look through the batch instead; within `case` each user is looked up, and the batch is not read to be joined.
    this.#added = `
      insert into audit_batches (${columnNames(MEMBERS)}) values (${MEMBERS.map(() => '?').join(', ')})
      on conflict (batch) do update set newest_id = excluded.newest_id, since = ${least('since')}, until = ${most('until')},
        entries = audit_batches.entries + excluded.entries,
        users = audit_batches.users + (
          select count(case when exists (
              select 1 from audit_entries e where e.user_id = r."userId" and e.id >= audit_batches.first_id and e.id < ?
                and coalesce(e.batch, '') = audit_batches.batch
            ) then null else 1 end)
          from ${dialect.rowsOf({ userId: 'text' })} r
        )`;
    // Counted, where `exists` would let a server read the whole audit log for a table of undone entries.
    this.#undone = `
      select e.batch, count(case when (
          select count(*) from audit_entries u where u.reverts = e.id and u.id < ?
        ) = 0 then 1 end) as total
      from audit_entries e where ${dialect.isAmong('e.id', 'integer')} and e.batch is not null group by e.batch`;
    const anew = MADE_ANEW.map((one) => `${one} = excluded.${one}`).join(', ');
    this.#put = dialect.insert(AUDIT_BATCHES, `on conflict (batch) do update set ${anew}`);
    this.#remove = dialect.remove(AUDIT_BATCHES);
  }

  added(entries: readonly AuditEntry[]): Write[] {
    return [...Map.groupBy(entries, ({ batch }) => batch)].flatMap(([batch, those]) =>
      batch === undefined
        ? []
        : [{ text: this.#added, rows: [valuesOf(batch, those)], size: 1, expected: 1 }],
    );
  }

  async undone(sql: Transaction, entries: readonly AuditEntry[]): Promise<void> {
    const ids = [...new Set(entries.flatMap(({ reverts }) => reverts ?? []))];
    if (ids.length === 0) return;
    const batches = await sql.all<{ readonly batch: string; readonly total: number }>(
      this.#undone,
      entries[0]?.id ?? 0,
      ids,
    );
    await sql.write({
      text: MORE_UNDONE,
      rows: batches.map(({ batch, total }) => [total, batch]),
      size: batches.length,
    });
  }

  anew({ batch, made }: WrongBatch): Write {
    return made ? this.#put([made]) : this.#remove([{ batch } as BatchRow]);
  }
}

function valuesOf(batch: string, entries: readonly AuditEntry[]): Value[] {
  const times = entries.map(({ time }) => time).sort();
  const users = [...new Set(entries.flatMap(({ userId }) => userId ?? []))];
  const [firstId, newestId] = [entries[0]?.id ?? 0, entries.at(-1)?.id ?? 0];
  return [
    batch,
    firstId,
    newestId,
    times[0] ?? '',
    times.at(-1) ?? '',
    entries.length,
    users.length,
    0,
    firstId,
    rowsValue(users.map((userId) => ({ userId }))),
  ];
}
