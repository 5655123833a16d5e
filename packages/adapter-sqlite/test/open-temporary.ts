import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Connections, connectionsOf, LiveDatabase, sqliteStores } from '@ops-admin/adapter-sqlite';
import type { TrailSigner } from '@ops-admin/core';
import { aDraft, aSigner, type OrganisationPorts } from '@ops-admin/testing';
import type {
  ChangeOfOthers,
  OpenedStore,
  OpenStore,
  StoreSetting,
  SwallowedRows,
  TamperedStore,
} from '@ops-admin/testing/contracts';
import Database, { type Database as SqliteDatabase } from 'better-sqlite3';

/** A folder that mocha's hooks make before each test of the suite it is called in, and remove after. */
export function temporaryFolder(): { path(...names: string[]): string } {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ops-admin-sqlite-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return { path: (...names) => join(folder, ...names) };
}

export function portsOf(database: SqliteDatabase, signer: TrailSigner = aSigner()): OrganisationPorts {
  return portsOver(connectionsOf(database), { signer });
}

function portsOver(
  connections: Connections,
  { clock, signer }: Pick<StoreSetting, 'clock'> & { readonly signer: TrailSigner },
): OrganisationPorts {
  const { sealedBy, ...stores } = sqliteStores(connections, clock);
  return { ...stores, ...sealedBy(signer) };
}

/** An organisation in a file of its own, which is watched as a service watches it. */
export interface TemporaryOrganisation extends OpenedStore, TamperedStore {
  readonly file: string;
  readonly database: SqliteDatabase;
  readonly hooks: Hooks;
}

/** What comes between the statements of a database. */
interface Hooks {
  /** Before each that writes. */
  beforeWrite?: (() => void) | undefined;
  /** After each that reads. */
  afterRead?: (() => void) | undefined;
}

export const openTemporaryOrganisation: OpenStore<TemporaryOrganisation> = (setting) => openWith(setting);

/** The same with threads, as a service has it. */
export const openServedOrganisation: OpenStore<TemporaryOrganisation> = (setting) =>
  openWith({ ...setting, threads: 2 });

/** An organisation without a file. */
export const openInMemory: OpenStore<OpenedStore> = async ({ users, ...setting }) => {
  const { database, ...ports } = openLive(':memory:', setting);
  (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  return { ...ports, close: async () => database.close() };
};

async function openWith(
  setting: StoreSetting & { readonly threads?: number },
): Promise<TemporaryOrganisation> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-admin-sqlite-'));
  const file = join(folder, 'organisation.db');
  const { database, ...ports } = openLive(file, setting);
  const connection = database.current().database;
  const hooks = hooksOf(connection);
  (await ports.organisation.importUsers(setting.users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  return {
    ...ports,
    file,
    database: connection,
    hooks,
    tamper: (userId, permissions) => {
      const set = connection.prepare('update users set permissions = ? where id = ?');
      set.run(JSON.stringify(permissions), userId);
    },
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** What the suites of stores ask for beside the ports. */
export const SUITE_OPTIONS = {
  break: async ({ file }: TemporaryOrganisation): Promise<void> => {
    await rm(file);
    // The file is looked at once a turn of the event loop.
    await nextTurn();
  },
  reopen: async ({ file }: TemporaryOrganisation): Promise<OpenedStore> => {
    const { database, ...ports } = openLive(file, { signer: aSigner() });
    return { ...ports, close: async () => database.close() };
  },
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
  swallow: ({ database }: TemporaryOrganisation, rows: SwallowedRows) => {
    const before = {
      entry: 'insert on audit_entries',
      changes: 'insert on audit_changes',
      set: 'update on users',
    };
    database.exec(`create trigger swallows before ${before[rows]} begin select raise(ignore); end`);
    return () => void database.exec('drop trigger swallows');
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

function openLive(
  file: string,
  {
    threads,
    waitMs,
    ...setting
  }: Omit<StoreSetting, 'users' | 'signer'> & { readonly signer: TrailSigner; readonly threads?: number },
): OrganisationPorts & { readonly database: LiveDatabase } {
  const log = { error: () => {}, info: () => {} };
  const database = LiveDatabase.open(file, { log, threads, waitMs })._unsafeUnwrap();
  return { ...portsOver(database, setting), database };
}

/** Lets statements that are prepared from now on call hooks. */
function hooksOf(database: SqliteDatabase): Hooks {
  const hooks: Hooks = {};
  const prepare = database.prepare.bind(database);
  database.prepare = ((text: string) => {
    const statement = prepare(text);
    const { all, run } = statement;
    statement.run = (...values) => {
      hooks.beforeWrite?.();
      return run.apply(statement, values);
    };
    statement.all = (...values) => {
      const rows = all.apply(statement, values);
      hooks.afterRead?.();
      return rows;
    };
    return statement;
  }) as typeof database.prepare;
  return hooks;
}
