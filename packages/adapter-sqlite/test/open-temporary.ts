import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SqliteDatabase } from '@ops-admin/adapter-sqlite';
import type { Clock, TrailSigner } from '@ops-admin/core';
import { sqlStores } from '@ops-admin/store-sql';
import { aDraft, aSigner, type OrganisationPorts } from '@ops-admin/testing';
import type {
  ChangeOfOthers,
  OpenedStore,
  OpenStore,
  StoreSetting,
  SwallowedRows,
  TamperedStore,
} from '@ops-admin/testing/contracts';
import Database from 'better-sqlite3';

/** A folder that mocha's hooks make before each test of the suite it is called in, and remove after. */
export function temporaryFolder(): { path(...names: string[]): string } {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ops-admin-sqlite-'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await rm(folder, { recursive: true, force: true });
  });
  return { path: (...names) => join(folder, ...names) };
}

/** Databases that end with the folder of their files. */
const opened: SqliteDatabase[] = [];

/** Every port over the file of an open database, on connections of their own. */
export function portsOf({ name }: Database.Database, signer: TrailSigner = aSigner()): OrganisationPorts {
  const database = SqliteDatabase.open(name)._unsafeUnwrap();
  opened.push(database);
  return portsOver(database, signer);
}

function portsOver(database: SqliteDatabase, signer: TrailSigner, clock?: Clock): OrganisationPorts {
  const { sealedBy, ...stores } = sqlStores(database, clock);
  return { ...stores, ...sealedBy(signer) };
}

/** An organisation in a file of its own. */
export interface TemporaryOrganisation extends OpenedStore, TamperedStore {
  readonly file: string;
  /** A connection of another program. */
  readonly other: Database.Database;
  readonly hooks: Hooks;
}

/** What comes between the statements of a file. */
interface Hooks {
  /** Before each that writes. */
  beforeWrite?: (() => void) | undefined;
  /** After each that reads. */
  afterRead?: (() => void) | undefined;
}

export const openTemporaryOrganisation: OpenStore<TemporaryOrganisation> = async ({
  departments = [],
  users,
  ...setting
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-sqlite-'));
  const file = join(folder, 'organisation.db');
  const hooks = hooksOf(file);
  const { close, ...ports } = openWith(file, setting);
  (await ports.organisation.importDepartments(departments, aDraft()))._unsafeUnwrap();
  (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  const other = new Database(file);
  return {
    ...ports,
    file,
    other,
    hooks,
    tamper: (userId, permissions) => {
      other.prepare('delete from user_permissions where user_id = ?').run(userId);
      const hold = other.prepare('insert into user_permissions values (?, ?, ?, null)');
      for (const [position, permission] of permissions.entries()) hold.run(userId, position, permission);
    },
    close: async () => {
      other.close();
      await close();
      await rm(folder, { recursive: true });
    },
  };
};

/** An organisation without a file. */
export const openInMemory: OpenStore<OpenedStore> = async ({ departments = [], users, ...setting }) => {
  const ports = openWith(':memory:', setting);
  (await ports.organisation.importDepartments(departments, aDraft()))._unsafeUnwrap();
  (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  return ports;
};

function openWith(
  file: string,
  { clock, signer, waitMs }: Omit<StoreSetting, 'users' | 'signer'> & { readonly signer: TrailSigner },
): OpenedStore {
  const database = SqliteDatabase.open(file, { waitMs })._unsafeUnwrap();
  return { ...portsOver(database, signer, clock), close: () => database.close() };
}

/** The parts that suites of stores need in addition to the ports. */
export const SUITE_OPTIONS = {
  break: ({ other }: TemporaryOrganisation): void => {
    const tables = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'";
    for (const name of other.prepare<[], string>(tables).pluck().all())
      other.exec(`alter table ${name} rename to ${name}_of_before`);
  },
  reopen: async ({ file }: TemporaryOrganisation): Promise<OpenedStore> =>
    openWith(file, { signer: aSigner() }),
  failDuringChange: async ({ hooks }: TemporaryOrganisation, writesBefore: number): Promise<() => void> => {
    let left = writesBefore;
    hooks.beforeWrite = () => {
      if (left-- > 0) return;
      hooks.beforeWrite = undefined;
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
    };
    return () => {
      hooks.beforeWrite = undefined;
    };
  },
  holdLock: async ({ file }: TemporaryOrganisation): Promise<() => void> => {
    const other = new Database(file);
    other.exec('begin immediate');
    return () => other.close();
  },
  // Within a read nothing else of this thread runs.
  changeDuringRead: ({ file, hooks }: TemporaryOrganisation, changes: readonly ChangeOfOthers[]) => {
    const left = [...changes];
    hooks.afterRead = () => {
      const change = left.shift();
      if (change) changeInThread(file, change);
    };
    return () => {
      hooks.afterRead = undefined;
    };
  },
  swallow: ({ other }: TemporaryOrganisation, rows: SwallowedRows) => {
    const before = {
      entry: ['insert on audit_entries'],
      changes: ['insert on audit_changes'],
      set: ['insert', 'update', 'delete'].map((event) => `${event} on user_permissions`),
    };
    for (const [n, event] of before[rows].entries())
      other.exec(`create trigger swallows_${n} before ${event} begin select raise(ignore); end`);
    return () => {
      for (const n of before[rows].keys()) other.exec(`drop trigger swallows_${n}`);
    };
  },
};

let otherThread: Worker | undefined;

/** Makes a change in another thread, and waits for it. */
function changeInThread(file: string, change: ChangeOfOthers): void {
  if (!otherThread) {
    otherThread = new Worker(join(import.meta.dirname, 'other-change-worker.ts'));
    otherThread.unref();
  }
  const isMade = new Int32Array(new SharedArrayBuffer(4));
  otherThread.postMessage({ change, file, isMade });
  if (Atomics.wait(isMade, 0, 0, 60_000) === 'timed-out') throw new Error('the other thread made no change');
}

const HOOKS = new Map<string, Hooks>();
const { prepare } = Database.prototype;

/** Lets statements on a file that are prepared from now on call hooks. */
function hooksOf(file: string): Hooks {
  const hooks: Hooks = {};
  HOOKS.set(file, hooks);
  Database.prototype.prepare = function (this: Database.Database, text: string) {
    const statement = prepare.call(this, text);
    const found = HOOKS.get(this.name);
    if (!found || /^(?:begin|commit|rollback)/.test(text)) return statement;
    const { all, run } = statement as Database.Statement<unknown[]>;
    statement.run = (...values: unknown[]) => {
      found.beforeWrite?.();
      return run.apply(statement as Database.Statement<unknown[]>, values);
    };
    statement.all = (...values: unknown[]) => {
      const rows = all.apply(statement as Database.Statement<unknown[]>, values);
      found.afterRead?.();
      return rows;
    };
    return statement;
  } as typeof prepare;
  return hooks;
}
