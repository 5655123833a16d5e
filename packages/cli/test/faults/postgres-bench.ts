import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openPostgres } from '@ops-admin/adapter-postgres';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { aDraft, anId } from '@ops-admin/testing';
import { until } from '../../../../test/until.ts';
import { ask } from '../../../adapter-postgres/test/a-postgres.ts';
import type { BenchService } from '../command-bench.ts';
import { compareJournal, hasErrorShape, type Reckoning } from './check-journal.ts';
import { FaultBench, usersUnderLoad } from './fault-bench.ts';
import type { Asked, Load } from './load.ts';

/** A fault of a database, and its end. */
export interface Fault {
  /** Given the loads that each service is under. */
  begin(loads: readonly Load[]): Promise<unknown> | unknown;
  end(): Promise<unknown> | unknown;
  /** At least, in milliseconds. */
  readonly lasts: number;
  /** What it lasts until, however busy the machine is: a change that is refused, or also a read. */
  readonly refuses?: 'changes' | 'all';
}

/** The answers of services during a fault. */
export interface Undergone extends Reckoning {
  /** Of the changes and reads, the longest until an answer, in milliseconds. */
  readonly slowest: number;
  /** From the end of the fault until each service had acknowledged a change, in milliseconds. */
  readonly recovered: number;
  /** How often a department list was answered with each status, from the begin of the fault until it was over. */
  readonly reads: Readonly<Record<string, number>>;
}

/** A {@link FaultBench} on PostgreSQL; tables and users are created once, and every fault continues after the one before. */
export class PostgresBench extends FaultBench {
  readonly #asked: Asked[] = [];

  static async onServer(url: string): Promise<PostgresBench> {
    const bench = new PostgresBench(await mkdtemp(join(tmpdir(), 'ops-admin-faults-')), '', url);
    const database = (await openPostgres({ url }))._unsafeUnwrap();
    const { trailSigner } = openKeyFile(bench.keys)._unsafeUnwrap();
    const organisation = database.sealedBy(trailSigner).organisation;
    (await organisation.importUsers(usersUnderLoad(), { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    await database.close();
    await bench.takeToken();
    return bench;
  }

  /** Asks the server directly. */
  ask<Row>(...statements: readonly string[]): Promise<Row[]> {
    return ask<Row>(this.database, ...statements);
  }

  /** Ends every connection to the database but its own; reports how many were in the middle of a transaction. */
  async cutAll(): Promise<number> {
    const [row] = await this.ask<{ busy: number }>(
      `select count(*) filter (where was_busy)::int as busy from (
         select xact_start is not null as was_busy, pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()) ended`,
    );
    return row?.busy ?? 0;
  }

  /** Changes and reads through every service, does a fault to them meanwhile, and waits until each one changes again. */
  async undergo(services: readonly BenchService[], fault: Fault): Promise<Undergone> {
    const loads = services.map((service) => this.load(service, 4));
    const flaws: string[] = [];
    const reads: Record<string, number> = {};
    let slowest = 0;
    let isOver = false;
    const read = async (service: BenchService) => {
      while (!isOver) {
        const start = performance.now();
        const { status, body, retryAfter } = await this.#read(service);
        slowest = Math.max(slowest, performance.now() - start);
        reads[status] = (reads[status] ?? 0) + 1;
        if (status !== 200 && (status !== 503 || retryAfter === null))
          flaws.push(`a read was answered with ${status}, to be tried again after ${retryAfter}`);
        if (status !== 200 && !hasErrorShape(body)) flaws.push(`a read was answered with ${status} ${body}`);
        const { status: live } = await fetch(`${service.url}/health/live`);
        if (live !== 200) flaws.push(`/health/live was ${live}`);
        await sleep(20);
      }
    };
    let recovered = 0;
    try {
      await Promise.all(loads.map((load) => load.until(200, 0)));
      await sleep(Math.random() * 300);
      const reading = services.map(read);
      try {
        const begun = performance.now();
        await fault.begin(loads);
        await sleep(fault.lasts);
        const isRefused = () =>
          loads.some((load) => load.answeredSince(begun).some(({ outcome }) => outcome !== 200)) &&
          (fault.refuses === 'changes' || (reads[503] ?? 0) > 0);
        if (fault.refuses) await until(isRefused, `refusals of ${fault.refuses}`);
        await fault.end();
        const ended = performance.now();
        await Promise.all(loads.map((load) => load.until(200, ended)));
        recovered = performance.now() - ended;
      } finally {
        isOver = true;
        await Promise.all(reading);
      }
    } finally {
      await Promise.all(loads.map((load) => load.stop()));
    }
    const news = loads.flatMap(({ asked }) => asked);
    this.#asked.push(...news);
    for (const { took = 0 } of news) slowest = Math.max(slowest, took);
    // The whole journal, so that a fault cannot undo changes acknowledged before it.
    flaws.push(...(await this.reckon(this.#asked)).flaws);
    const undergone = { ...(await this.reckon(news)), flaws, slowest, recovered, reads };
    this.report({ ...undergone, slowest: Math.round(slowest), recovered: Math.round(recovered) });
    return undergone;
  }

  override async reckon(asked: readonly Asked[]): Promise<Reckoning> {
    const database = (await openPostgres({ url: this.database, create: false }))._unsafeUnwrap();
    try {
      const { trailVerifier } = openKeyFile(this.keys, { create: false })._unsafeUnwrap();
      const log = database.audit;
      const heldAfter = new Map<string, string>();
      const { flaws, ...tally } = await compareJournal(log, asked, heldAfter);
      const users = (await database.users.list())._unsafeUnwrap();
      for (const { id, permissions } of users) {
        if ([...permissions].join() !== heldAfter.get(id)) flaws.push(`${id} holds ${[...permissions]}`);
      }
      const verified = await verifyAuditTrail({ audit: log, verifier: trailVerifier });
      if (verified.isErr()) flaws.push(JSON.stringify(verified.error));
      return { flaws, ...tally };
    } finally {
      await database.close();
    }
  }

  /** Changes the permissions of a user in the load, through one service. */
  async change(
    { url }: BenchService,
    action: 'add' | 'remove',
    user: number,
    permission: string,
  ): Promise<number> {
    const answer = await fetch(`${url}/user/${action}-permissions`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ payload: { userId: anId(user), permissions: [permission] } }),
    });
    await answer.text();
    return answer.status;
  }

  /** A token of any user. */
  async tokenOf(user: number): Promise<string> {
    return (await this.mustRun('token', 'issue', '--user', anId(user))).trim();
  }

  async #read({ url }: BenchService) {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${url}/department/list/0/0`, { headers });
    const retryAfter = answer.headers.get('retry-after');
    return { status: answer.status, body: await answer.text(), retryAfter };
  }
}
