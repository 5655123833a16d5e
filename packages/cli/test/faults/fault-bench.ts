import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import type { User } from '@ops-admin/core';
import { aDraft, anId, aUser } from '@ops-admin/testing';
import { type BenchService, CommandBench } from '../command-bench.ts';
import { checkJournal, type Reckoning } from './check-journal.ts';
import { FeedReader } from './feed-reader.ts';
import { type Asked, Load } from './load.ts';

/** Users 1 to this one are changed; the one after them is the admin who does it. */
const USER_COUNT = 20;
const ADMIN = anId(USER_COUNT + 1);

/** The users a load changes, and its admin. */
export function usersUnderLoad(): User[] {
  return Array.from({ length: USER_COUNT + 1 }, (_, n) =>
    aUser(n + 1, { permissions: n === USER_COUNT ? ['service.admin.access'] : ['service.load.kept'] }),
  );
}

/** A folder with a database, its keys and a token of an admin, for services that faults are done to. */
export class FaultBench extends CommandBench {
  /** Where the database is; a full disk needs it on another one than the rest. */
  readonly place: string;
  protected token = '';
  readonly #loads: Load[] = [];

  protected constructor(folder: string, place: string, database: string = join(place, 'served.db')) {
    super(folder, database);
    this.place = place;
  }

  static override async open(place?: string): Promise<FaultBench> {
    const folder = await mkdtemp(join(tmpdir(), 'ops-admin-faults-'));
    const bench = new FaultBench(folder, place ?? folder);
    const template = openSqlite({ file: join(folder, 'template.db') })._unsafeUnwrap();
    const { trailSigner } = openKeyFile(bench.keys)._unsafeUnwrap();
    const importing = template.sealedBy(trailSigner).organisation.importUsers(usersUnderLoad(), {
      ...aDraft(),
      action: 'set',
    });
    (await importing)._unsafeUnwrap();
    await template.close();
    await bench.reset();
    await bench.takeToken();
    return bench;
  }

  protected async takeToken(): Promise<void> {
    this.token = (await this.mustRun('token', 'issue', '--user', ADMIN)).trim();
  }

  /** Restores the initial database; no service may run. */
  async reset(): Promise<void> {
    await this.remove();
    await copyFile(join(this.folder, 'template.db'), this.database);
  }

  /** Removes the database with its log. */
  async remove(): Promise<void> {
    for (const rest of ['', '-wal', '-shm']) await rm(this.database + rest, { force: true });
  }

  load({ url }: BenchService, connections?: number): Load {
    const load = new Load({ url, token: this.token, users: USER_COUNT }, connections);
    this.#loads.push(load);
    return load;
  }

  /** Follows the audit log through a service, in another process. */
  follow({ url }: BenchService, after: number): FeedReader {
    return new FeedReader(url, this.token, after);
  }

  /** Reads something that needs the database. */
  async readStatus({ url }: BenchService): Promise<number> {
    const headers = { authorization: `Bearer ${this.token}` };
    return (await fetch(`${url}/department/list/0/0`, { headers })).status;
  }

  /** The id of the newest entry. */
  async newestEntry({ url }: BenchService): Promise<number> {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${url}/audit/list?limit=1`, { headers });
    const { data } = (await answer.json()) as { data: { entries: readonly { id: number }[] } };
    return data.entries[0]?.id ?? 0;
  }

  async readyStatus({ url }: BenchService): Promise<number> {
    return (await fetch(`${url}/health/ready`)).status;
  }

  reckon(asked: readonly Asked[]): Promise<Reckoning> {
    return checkJournal({ database: this.database, keys: this.keys }, asked);
  }

  /** Reports counts for docs/guarantees.md on request: `FAULT_COUNTS=1`. */
  report(counts: object): void {
    if (process.env.FAULT_COUNTS) console.log(`        ${JSON.stringify(counts)}`);
  }

  override async close(): Promise<void> {
    await Promise.all(this.#loads.map((load) => load.stop()));
    await super.close();
  }
}
