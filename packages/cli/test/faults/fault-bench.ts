import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openKeyFile } from '@ops-admin/adapter-key-file';
import { connectionsOf, openDatabase, SqliteOrganisation } from '@ops-admin/adapter-sqlite';
import type { User } from '@ops-admin/core';
import { aDraft, anId, aUser } from '@ops-admin/core/fakes';
import { BIN } from '../ops-admin.ts';
import { checkJournal, type Reckoning } from './check-journal.ts';
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

/** A service that runs on the database of a bench. */
export interface ServiceUnderFault {
  readonly process: ChildProcess;
  readonly url: string;
  log(): string;
  /** Resolves when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** A folder with a database, its keys and a token of an admin, for services that faults are done to. */
export class FaultBench {
  readonly folder: string;
  /** Where the database is; a full disk needs it on another one than the rest. */
  readonly place: string;
  protected token = '';
  readonly #running = new Set<ChildProcess>();
  readonly #loads: Load[] = [];

  protected constructor(folder: string, place: string) {
    this.folder = folder;
    this.place = place;
  }

  static async open(place?: string): Promise<FaultBench> {
    const folder = await mkdtemp(join(tmpdir(), 'ops-admin-faults-'));
    const bench = new FaultBench(folder, place ?? folder);
    const template = openDatabase(join(folder, 'template.db'))._unsafeUnwrap();
    const { auditSealer } = openKeyFile(bench.keys)._unsafeUnwrap();
    const importing = new SqliteOrganisation(connectionsOf(template), auditSealer).importUsers(
      usersUnderLoad(),
      {
        ...aDraft(),
        action: 'set',
      },
    );
    (await importing)._unsafeUnwrap();
    template.close();
    await bench.reset();
    await bench.takeToken();
    return bench;
  }

  protected async takeToken(): Promise<void> {
    const { code, stderr, stdout } = await this.run('token', 'issue', '--user', ADMIN);
    if (code !== 0) throw new Error(stderr);
    this.token = stdout.trim();
  }

  get database(): string {
    return join(this.place, 'served.db');
  }

  get keys(): string {
    return join(this.folder, 'keys.json');
  }

  /** Puts the database back to what it was at first; no service may run. */
  async reset(): Promise<void> {
    await this.remove();
    await copyFile(join(this.folder, 'template.db'), this.database);
  }

  /** Removes the database with its log. */
  async remove(): Promise<void> {
    for (const rest of ['', '-wal', '-shm']) await rm(this.database + rest, { force: true });
  }

  spawn(args: readonly string[], database: string = this.database): ChildProcess {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? '', OPS_DB: database, OPS_AUTH_KEYS: this.keys },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return child;
  }

  /** Runs a command on the database. */
  async run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const child = this.spawn(args);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'close'),
    ]);
    return { code: code as number | null, stdout, stderr };
  }

  /** Starts a service; `undefined` where it ended before it listened. */
  async serve(
    onSpawn: (child: ChildProcess) => void = () => {},
    database: string = this.database,
  ): Promise<ServiceUnderFault | undefined> {
    const child = this.spawn(['serve', '--port', '0', '--json'], database);
    onSpawn(child);
    let log = '';
    child.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    const ended = once(child, 'close');
    let printed = '';
    const url = await Promise.race([
      ended.then(() => undefined),
      new Promise<string>((resolve) => {
        child.stdout?.on('data', (chunk) => {
          printed += chunk;
          if (printed.trimEnd().endsWith('}')) resolve((JSON.parse(printed) as { url: string }).url);
        });
      }),
    ]);
    if (url === undefined) return undefined;
    return {
      process: child,
      url,
      log: () => log,
      kill: async (signal) => {
        // Nothing happens where it has ended.
        child.kill(signal);
        await ended;
      },
    };
  }

  /** Starts a service that must come up. */
  async mustServe(database: string = this.database): Promise<ServiceUnderFault> {
    const service = await this.serve(() => {}, database);
    if (!service) throw new Error('the service did not start');
    return service;
  }

  load({ url }: ServiceUnderFault, connections?: number): Load {
    const load = new Load({ url, token: this.token, users: USER_COUNT }, connections);
    this.#loads.push(load);
    return load;
  }

  /** Reads something that needs the database. */
  async readStatus({ url }: ServiceUnderFault): Promise<number> {
    const headers = { authorization: `Bearer ${this.token}` };
    return (await fetch(`${url}/department/list/0/0`, { headers })).status;
  }

  async readyStatus({ url }: ServiceUnderFault): Promise<number> {
    return (await fetch(`${url}/health/ready`)).status;
  }

  reckon(asked: readonly Asked[]): Promise<Reckoning> {
    return checkJournal({ database: this.database, keys: this.keys }, asked);
  }

  /** Reports counts for docs/guarantees.md on request: `FAULT_COUNTS=1`. */
  report(counts: object): void {
    if (process.env.FAULT_COUNTS) console.log(`        ${JSON.stringify(counts)}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.#loads.map((load) => load.stop()));
    for (const child of this.#running) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
