import {
  type ActorRefused,
  type DepartmentChangeOptions,
  type DepartmentOutcome,
  type DepartmentRecord,
  type DepartmentRequest,
  err,
  type ObjectId,
  ok,
  type Result,
  type TrailSigner,
} from '@ops-admin/core';
import {
  type ChangedDepartment,
  type DepartmentContext,
  type DepartmentJudgement,
  judgeDepartmentChanges,
  type NewestEntry,
} from '@ops-admin/core/adapter';
import { chainEnd } from './chain-end.js';
import { DepartmentWriter } from './department-writer.js';
import type { Dialect } from './dialect.js';
import type { Sql, Transaction } from './sql.js';
import type { StoreTime } from './store-time.js';
import { permissionSetOf } from './stored-user.js';
import { DEPARTMENT_COLUMNS } from './tables.js';
import { type TrailTables, TrailWriter } from './trail-writer.js';

const ALL_DEPARTMENTS = `select ${DEPARTMENT_COLUMNS} from departments`;

export async function allDepartments(sql: Sql): Promise<ReadonlyMap<ObjectId, DepartmentRecord>> {
  const rows = await sql.all<DepartmentRecord>(ALL_DEPARTMENTS);
  return new Map(rows.map((one) => [one.id, one]));
}

interface ActorRow {
  readonly active: number;
  readonly permissions: string | null;
}

interface NewestRow {
  readonly departmentId: ObjectId;
  readonly id: number;
  readonly reverts: number | null;
  readonly digest: string | null;
}

export class DepartmentChanges {
  readonly #dialect: Dialect;
  readonly #time: StoreTime;
  readonly #departments: DepartmentWriter;
  readonly #trail: TrailTables;

  constructor(dialect: Dialect, time: StoreTime, trail: TrailTables) {
    this.#dialect = dialect;
    this.#time = time;
    this.#departments = new DepartmentWriter(dialect);
    this.#trail = trail;
  }

  async judge(
    sql: Sql,
    requests: readonly DepartmentRequest[],
    options: DepartmentChangeOptions,
  ): Promise<Result<readonly DepartmentJudgement[], ActorRefused>> {
    const idsWith = (isSuch: (request: DepartmentRequest) => boolean) =>
      requests.filter(isSuch).map(({ departmentId }) => departmentId);
    const users = await this.#usersIn(
      sql,
      idsWith(({ change }) => change.action === 'delete'),
    );
    const newest = await this.#newestOf(
      sql,
      idsWith(({ asOf }) => asOf !== undefined),
    );
    return judgeDepartmentChanges(requests, options, {
      departments: await allDepartments(sql),
      actor: options.actor && (await this.#actor(sql, options.actor.userId)),
      usersIn: (id) => users.get(id) ?? 0,
      newestEntryOf: (id) => newest.get(id),
      now: await this.#time.now(sql),
    });
  }

  async make(
    sql: Transaction,
    signer: TrailSigner,
    requests: readonly DepartmentRequest[],
    options: DepartmentChangeOptions,
  ): Promise<Result<readonly DepartmentOutcome[], ActorRefused>> {
    const judged = await this.judge(sql, requests, options);
    if (judged.isErr()) return err(judged.error);
    const changes = judged.value.flatMap(({ changed }) => changed ?? []);
    const trail = await this.trail(sql, signer, changes);
    const last = judged.value.findLastIndex(({ changed }) => changed);
    const outcomes = judged.value.map(({ changed, outcome }, n): DepartmentOutcome => {
      const request = requests[n];
      if (!changed || !request || outcome.type !== 'made') return outcome;
      return { ...outcome, entry: trail.department(request.draft, changed, n === last) };
    });
    await this.#departments.change(sql, changes);
    await trail.write(sql);
    return ok(outcomes);
  }

  async trail(
    sql: Transaction,
    signer: TrailSigner,
    changes: readonly ChangedDepartment[],
  ): Promise<TrailWriter> {
    const newest = await this.#newestOf(
      sql,
      changes.flatMap(({ before }) => before?.id ?? []),
    );
    const digests = [...newest].flatMap(([id, { digest }]) =>
      digest === null ? [] : [[id, digest] as const],
    );
    return new TrailWriter(this.#trail, signer, await chainEnd(sql), new Map(), new Map(digests));
  }

  async #actor(sql: Sql, userId: ObjectId): Promise<DepartmentContext['actor']> {
    if (!this.#dialect.canBeText(userId)) return undefined;
    const text = `select active, ${this.#dialect.heldBy('u.id')} as permissions from users u where id = ?`;
    const row = await sql.first<ActorRow>(text, userId);
    return row && { active: row.active === 1, permissions: permissionSetOf(row) };
  }

  async #usersIn(sql: Sql, ids: readonly ObjectId[]): Promise<ReadonlyMap<ObjectId, number>> {
    const text = `
      select department_id as "id", count(*) as "users" from users
      where ${this.#dialect.isAmong('department_id', 'text')} group by department_id`;
    const rows = await sql.allOf<{ id: ObjectId; users: number }>(text, ids);
    return new Map(rows.map(({ id, users }) => [id, users]));
  }

  async #newestOf(
    sql: Sql,
    ids: readonly ObjectId[],
  ): Promise<ReadonlyMap<ObjectId, NewestEntry & Pick<NewestRow, 'digest'>>> {
    const text = `
      select department_id as "departmentId", id, reverts, department_digest as digest from audit_entries where id in (
        select max(id) from audit_entries
        where ${this.#dialect.isAmong('department_id', 'text')} group by department_id
      )`;
    const rows = await sql.allOf<NewestRow>(text, ids);
    return new Map(
      rows.map(({ departmentId, reverts, ...row }) => [
        departmentId,
        { ...row, ...(reverts !== null && { reverts }) },
      ]),
    );
  }
}
