import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import type { AuditEntry } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { Workplace } from './ops-admin.ts';

/** A line of a bulk run with --json. */
export interface RowLine {
  readonly user: string | null;
  readonly result: string;
  readonly added?: string[];
  readonly removed?: string[];
  readonly line?: number;
  readonly message?: string;
  readonly batch?: string;
  readonly entry?: number;
  readonly asOf?: number;
}

/** The initial permissions of every user except the first, who is the admin. */
export const HELD = ['service.a.read', 'service.a.write', 'service.b.read'];

/** A workplace with a database of users: `user1@example.org` is the only admin. */
export class BulkWorkplace extends Workplace {
  constructor(users = 4) {
    super();
    this.beginWith(async () => {
      const records = Array.from({ length: users }, (_, index) => ({
        _id: anId(index + 1),
        emails: [`user${index + 1}@example.org`],
        personalInformation: { name: `User ${index + 1}` },
        permissions: index === 0 ? ['service.admin.access'] : HELD,
      }));
      await this.write('users.json', records);
      await this.run(['import', 'users', 'users.json']);
    });
  }

  /** A removal, or an addition, with --json; the lines in their order. */
  async rows(args: readonly string[], stdin?: string | Buffer, env: Record<string, string> = {}) {
    const { code, stdout, stderr } = await this.run(['permissions', ...args, '--json'], {
      env,
      ...(stdin !== undefined && { stdin }),
    });
    return { code, stderr, rows: rowsIn(stdout), results: rowsIn(stdout).map(({ result }) => result) };
  }

  /** The permissions of a user, by the number of `anId`. */
  held(n: number): string[] {
    return this.#read((database) => {
      const select = 'select permission from user_permissions where user_id = ? order by position';
      return database.prepare(select).pluck().all(anId(n)) as string[];
    });
  }

  /** How many users hold a string. */
  holders(permission: string): number {
    return this.#read(
      (database) =>
        database
          .prepare('select count(*) from user_permissions where permission = ?')
          .pluck()
          .get(permission) as number,
    );
  }

  /** The newest entries of the audit log, the newest first. */
  async trail(limit = 100): Promise<readonly AuditEntry[]> {
    const database = openSqlite({ file: this.path('ops-admin.db') })._unsafeUnwrap();
    const entries = (await database.audit.list({ limit, newestFirst: true }))._unsafeUnwrap();
    await database.close();
    return entries;
  }

  #read<T>(read: (database: Database.Database) => T): T {
    const database = new Database(this.path('ops-admin.db'), { readonly: true });
    try {
      return read(database);
    } finally {
      database.close();
    }
  }
}

/** The error in the output of a command with --json. */
export function errorIn(stderr: string): string {
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error.message;
}

/** The rows that a command printed, without the line of counts at the end. */
export function rowsIn(stdout: string): RowLine[] {
  return linesIn(stdout).filter((line): line is RowLine => !('summary' in line));
}

/** The lines of JSON that a command printed, including the line of counts. */
export function linesIn(stdout: string): object[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** A command that receives all rows together, or one by one. */
export class FedRun {
  readonly #process: ReturnType<Workplace['start']>;
  #stdout = '';
  readonly #stderr: Promise<string>;

  constructor(process: ReturnType<Workplace['start']>, input?: string) {
    this.#process = process;
    process.stdout?.on('data', (chunk) => {
      this.#stdout += chunk;
    });
    process.stdin?.on('error', () => {});
    this.#stderr = text(process.stderr as NodeJS.ReadableStream);
    if (input !== undefined) process.stdin?.end(input);
  }

  get stdout(): string {
    return this.#stdout;
  }

  /** Waits until the command has read it, except for the content of the pipe. */
  feed(content: string): Promise<void> {
    return new Promise((resolve) => this.#process.stdin?.write(content, () => resolve()));
  }

  /** Waits until so many lines were printed, and reads no more: with more rows than a pipe holds, the run waits. */
  async printed(lines: number): Promise<void> {
    while (this.#stdout.split('\n').length <= lines) {
      await once(this.#process.stdout as NodeJS.ReadableStream, 'data');
    }
    this.#process.stdout?.pause();
  }

  /** Reads on. */
  readOn(): void {
    this.#process.stdout?.resume();
  }

  closeOutput(): void {
    this.#process.stdout?.destroy();
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async end(): Promise<{ readonly code: number | null; readonly stderr: string }> {
    this.#process.stdin?.end();
    return await this.ended();
  }

  async ended(): Promise<{ readonly code: number | null; readonly stderr: string }> {
    const process = this.#process;
    this.readOn();
    const code = process.exitCode ?? ((await once(process, 'close'))[0] as number | null);
    return { code, stderr: await this.#stderr };
  }
}
