// `npm test`: every suite that a store can pass. Skipped without MariaDB.

import { StoreFault } from '@ops-admin/core/adapter';
import { sqlStores, TABLES } from '@ops-admin/store-sql';
import { aDraft, aSigner } from '@ops-admin/testing';
import {
  auditLogContract,
  departmentRepositoryContract,
  integrityCheckerContract,
  makeChangeOfOthers,
  organisationContract,
  organisationCopyContract,
  permissionStoreContract,
  permissionsThatEndContract,
  trailStoreContract,
  userDirectoryContract,
} from '@ops-admin/testing/contracts';
import { createConnection } from 'mariadb';
import { aMariadb } from './a-mariadb.js';
import { MariadbDatabase } from './mariadb-database.js';

const server = await aMariadb();
if (!server)
  console.warn('skipped: there is no MariaDB here; name one in TEST_MARIADB_URL, or install mariadb-server');

(server ? describe : describe.skip)('The store in MariaDB', () => {
  const url = server?.url ?? '';
  /** @type {MariadbDatabase} */
  let shared;
  before(async () => {
    shared = await MariadbDatabase.open(connectionOf(url));
    await empty();
  });
  after(async () => {
    await shared.close();
    await server?.stop();
  });

  /** @param {readonly string[]} statements */
  const ask = async (...statements) => {
    const connection = await createConnection({ ...connectionOf(url), multipleStatements: true });
    try {
      await connection.query("set sql_mode = 'ANSI_QUOTES', foreign_key_checks = 0");
      for (const one of statements) await connection.query(one);
    } finally {
      await connection.end();
    }
  };
  // It asks no guard, as only the owner of the tables can.
  const empty = () =>
    ask(
      ...TABLES.map(({ name }) =>
        name === 'counters' ? 'update counters set total = 0' : `truncate table ${name}`,
      ),
    );

  /** @param {MariadbDatabase} database */
  const portsOf = (database, signer = aSigner(), /** @type {any} */ clock = undefined) => {
    const { sealedBy, ...stores } = sqlStores(database, clock);
    return { ...stores, ...sealedBy(signer) };
  };
  const open = async (/** @type {any} */ { clock, departments = [], signer, users, waitMs }) => {
    const database = await MariadbDatabase.open(connectionOf(url), waitMs);
    const ports = portsOf(database, signer, clock);
    await ports.organisation.importDepartments(departments, aDraft());
    const imported = await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    if (imported.isErr()) throw new Error('import', { cause: imported.error });
    return {
      ...ports,
      database,
      close: async () => {
        await database.close();
        await empty();
      },
    };
  };
  /** @type {any} */
  const options = {
    break: (/** @type {any} */ { database }) => database.close(),
    reopen: async () => {
      const database = await MariadbDatabase.open(connectionOf(url));
      return { ...portsOf(database), close: () => database.close() };
    },
    failDuringChange: async (/** @type {any} */ { database }, /** @type {number} */ writesBefore) => {
      const { around } = database;
      const end = () => {
        database.around = around;
      };
      let left = writesBefore;
      database.around = async (/** @type {string} */ text, /** @type {any} */ run) => {
        if (!/^\s*(?:insert|update|delete|commit)/.test(text) || left-- > 0) return run();
        end();
        throw new StoreFault('the disk is full');
      };
      return end;
    },
    holdLock: async () => {
      const connection = await createConnection(connectionOf(url));
      await connection.beginTransaction();
      await connection.query("select total from counters where name = 'audit_entries' for update");
      return () => connection.end();
    },
    changeDuringRead: async (/** @type {any} */ { database }, /** @type {any[]} */ changes) => {
      const { around } = database;
      const other = await options.reopen();
      const left = [...changes];
      database.around = async (/** @type {string} */ _, /** @type {any} */ run) => {
        const rows = await run();
        const change = left.shift();
        if (change) await makeChangeOfOthers(other, change);
        return rows;
      };
      return () => {
        database.around = around;
        return other.close();
      };
    },
    // A trigger of MariaDB cannot pass over a row: what comes of one that does is all there is to test.
    swallow: (/** @type {any} */ { database }, /** @type {'entry' | 'changes' | 'set'} */ rows) => {
      const { around } = database;
      const texts = {
        entry: /^insert into audit_entries/,
        changes: /^insert into audit_changes/,
        set: /^(?:insert into|update|delete from) user_permissions/,
      };
      database.around = async (/** @type {string} */ text, /** @type {any} */ run) =>
        texts[rows].test(text) ? { affectedRows: 0 } : run();
      return () => {
        database.around = around;
      };
    },
  };

  auditLogContract(open, options);
  departmentRepositoryContract(open, options);
  organisationCopyContract(open, options);
  organisationContract(open, options);
  permissionStoreContract(open, options);
  permissionsThatEndContract(open);
  trailStoreContract(open, options);
  userDirectoryContract(open, options);
  integrityCheckerContract(
    async (setting) => ({
      ...(await open(setting)),
      tamper: (userId, permissions) =>
        ask(
          `delete from user_permissions where user_id = '${userId}'`,
          ...permissions.map(
            (one, n) => `insert into user_permissions values ('${userId}', ${n}, '${one}', null)`,
          ),
        ),
    }),
    {
      ...options,
      alterTrail: (_, how) =>
        ask(
          how === 'alter'
            ? "update audit_entries set reason = 'x'"
            : 'delete from audit_entries where id = 1',
        ),
      addTrigger: async () => {
        await ask('create trigger foreign_one before delete on counters for each row set @a = 1');
        return () => ask('drop trigger foreign_one');
      },
      swapEmail: (_, userId, email) =>
        ask(
          `delete from user_emails where user_id = '${userId}'`,
          `insert into user_emails values ('${userId}', 0, '${email}', '${email}')`,
        ),
      removeUser: (_, userId) => ask(`delete from users where id = '${userId}'`),
    },
  );
});

/** @param {string} url */
function connectionOf(url) {
  const { hostname: host, pathname, port, username: user, password } = new URL(url);
  return { host, port: Number(port), user, password, database: pathname.slice(1) };
}
