import assert from 'node:assert/strict';
import {
  type AuditEntry,
  type CopyRecord,
  err,
  type OrganisationCopy,
  ok,
  type Result,
  type StoreUnavailable,
} from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, anIdentity, aSigner, aTime, aUser, makeChange } from '../fixtures.js';
import { assertIncludes, errorOf, okOf } from './assertions.js';
import { describeFailingStore } from './failing-store.js';
import { runnerOf } from './runner.js';
import { describeStoreOpenedTwice } from './store-opened-twice.js';
import type { OpenedStore, OpenStore, StoreSetting, StoreSuiteOptions } from './store-suite.js';

const ODD = '"\'\\ é 漢 😀\u2028\t{}[],';
const ODD_PERMISSION = ODD.replace('\t', '');
const ENTRY: AuditEntry = {
  ...aDraft({ requested: [ODD, ''], action: 'add' }),
  id: 3,
  userId: anId(1),
  added: [ODD, ''],
  removed: [],
  before: [],
  after: [ODD, ''],
  seal: { previous: 'digest 2', digest: ODD },
};

/** Every kind of record, with unusual texts, a gap between entries, and a newest entry that no longer exists. */
const RECORDS: readonly CopyRecord[] = [
  { type: 'department', department: aDepartment(1, { name: ODD, description: '', code: '' }) },
  {
    type: 'department',
    department: aDepartment(2, { parentId: anId(1), managerId: anId(9), updatedAt: aTime(7) }),
  },
  {
    type: 'user',
    user: {
      ...aUser(1, { emails: ['B@Example.org', 'a@example.org', ODD] }),
      personalInformation: { firstName: ODD, lastName: '', name: ' ' },
      permissions: [ODD_PERMISSION, '', 'z', 'a'],
      ends: { z: aTime(9) },
      identities: [anIdentity('z'), anIdentity('a'), anIdentity('a', 'https://other.example')],
      departmentId: anId(2),
      active: false,
      salt: ODD,
    },
  },
  { type: 'user', user: { ...aUser(2, { emails: [] }), permissions: [], salt: 'salt' } },
  { type: 'entry', entry: ENTRY },
  {
    type: 'entry',
    entry: {
      ...ENTRY,
      id: 5,
      source: 'cli',
      actor: `cli:${ODD}`,
      requestId: ODD,
      reason: '',
      batch: ODD,
      reverts: 1,
      action: 'revert',
      added: ['service.a.read', 'service.a'],
      removed: ['service.', 'service.*'],
      identity: { issuer: ODD, subject: ODD },
      subjectDigest: 'digest of it',
      subjectSalt: ODD,
      profile: 'profile',
      members: ['emails', ODD],
      before: ['service.', 'b', 'service.*'],
      after: ['service.a', 'b', 'service.a.read'],
      ends: { 'service.a': aTime(9), b: null },
      endsBefore: { b: aTime(8) },
      seal: { previous: '', digest: 'digest', keyId: 'key', signature: 'signed' },
    },
  },
  {
    type: 'entry',
    entry: { ...ENTRY, id: 6, identity: { issuer: ODD }, subjectDigest: 'of one who was erased' },
  },
  { type: 'entry', entry: { ...ENTRY, id: 7, userId: null, action: 'rotate', added: [] } },
  { type: 'end', lastEntryId: 8 },
];

const ALL = RECORDS.map((record) => ok(record));

type Used = 'copy' | 'audit' | 'departments' | 'organisation' | 'permissions';

const EMPTY: StoreSetting = { users: [], signer: aSigner() };

/** The tests that every {@link OrganisationCopy} must pass. */
export function organisationCopyContract<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used> = {},
): void {
  describeFailingStore('OrganisationCopy', open, options, ({ copy }) => ({
    read: async () => {
      for await (const read of copy.read()) return read;
      return ok('nothing');
    },
    write: () => copy.write(streamOf(ALL)),
  }));
  describeStoreOpenedTwice('OrganisationCopy', open, options, [], (it, both) => {
    it('reads in each opening immediately what the other wrote', async () => {
      const [one, other] = both();
      await okOf(one.copy.write(streamOf(ALL)));
      assert.deepEqual(await readAll(other.copy), RECORDS);
      const again = other.copy.write(streamOf(ALL));
      assertIncludes(await errorOf(again), { type: 'copy-target-not-empty' });
    });
  });

  const { afterEach, beforeEach, describe, it } = runnerOf(options);
  describe('OrganisationCopy contract', () => {
    let stores: Opened;
    beforeEach(async () => {
      stores = await open(EMPTY);
    });
    afterEach(() => stores.close());

    const write = (records: Iterable<Result<CopyRecord, StoreUnavailable>>) =>
      stores.copy.write(streamOf(records));
    const fill = async () => {
      const departments = [2, 1].map((n) => aDepartment(n));
      await okOf(stores.organisation.importDepartments(departments, aDraft()));
      const users = [2, 1].map((n) => aUser(n, { permissions: ['service.b', 'service.a'] }));
      await okOf(stores.organisation.importUsers(users, { ...aDraft(), action: 'set' }));
    };

    it('reads only an end from an empty store', async () => {
      assert.deepEqual(await readAll(stores.copy), [{ type: 'end', lastEntryId: 0 }]);
    });

    it('reads departments, users and entries in the order of their ids, and the newest id', async () => {
      await fill();
      const records = await readAll(stores.copy);
      assert.equal(
        records.map(({ type }) => type).join(' '),
        'department department user user entry entry entry entry end',
      );
      const ids = records.flatMap((one) => {
        if (one.type === 'department') return one.department.id;
        return one.type === 'user' ? one.user.id : [];
      });
      assert.deepEqual(ids, [1, 2, 1, 2].map(anId));
      const entries = records.flatMap((one) => (one.type === 'entry' ? one.entry : []));
      assert.deepEqual(entries, await okOf(stores.audit.list({ limit: 9 })));
      assert.deepEqual(records.at(-1), { type: 'end', lastEntryId: 4 });
    });

    it('returns exactly the records that were written', async () => {
      await okOf(write(ALL));
      assert.deepEqual(await readAll(stores.copy), RECORDS);
    });

    it('continues after the newest entry that ever existed', async () => {
      await okOf(write(ALL));
      assert.equal((await makeChange(stores.permissions, 2, 'remove', ['x'])).id, 9);
    });

    it('serves the written records through every port, with the same chain', async () => {
      await fill();
      const records = await readAll(stores.copy);
      await stores.close();
      stores = await open(EMPTY);
      await okOf(write(records.map((one) => ok(one))));
      await makeChange(stores.permissions, 1, 'remove', ['service.a']);
      assert.deepEqual([...(await okOf(stores.permissions.find(anId(1))))], ['service.b']);
      assert.equal((await okOf(stores.departments.list({ start: 0 }))).total, 2);
      const verified = await verifyAuditTrail({ audit: stores.audit, verifier: aSigner() });
      assertIncludes(await okOf(verified), { entries: 5 });
    });

    it('reads the records of one moment, whatever others change meanwhile', async () => {
      await fill();
      const before = await readAll(stores.copy);
      const records: CopyRecord[] = [];
      for await (const read of stores.copy.read()) {
        records.push(await okOf(read));
        if (records.length > 1) continue;
        await makeChange(stores.permissions, 2, 'remove', ['service.b']);
        await stores.organisation.importDepartments([aDepartment(3)], aDraft());
      }
      assert.deepEqual(records, before);
    });

    it('releases the store if the reader stops early', async () => {
      await fill();
      for await (const _ of stores.copy.read()) break;
      await makeChange(stores.permissions, 2, 'remove', ['x']);
      assert.equal((await readAll(stores.copy)).length, 10);
    });

    const parts: [what: string, fill: () => Promise<unknown>][] = [
      ['a department', async () => stores.organisation.importDepartments([aDepartment(5)], aDraft())],
      ['a user', async () => stores.organisation.importUsers([aUser(5)], { ...aDraft(), action: 'set' })],
      ['an entry that no longer exists', async () => write([ok({ type: 'end', lastEntryId: 1 })])],
    ];
    for (const [what, put] of parts) {
      it(`refuses a store with ${what}, and does not change it`, async () => {
        await put();
        const before = await readAll(stores.copy);
        const written = await write(ALL);
        assert.deepEqual(await errorOf(written), { type: 'copy-target-not-empty' });
        assert.deepEqual(await readAll(stores.copy), before);
      });
    }

    it('rejects with the error that the records throw, and keeps none of them', async () => {
      const records = async function* () {
        for (const record of RECORDS.slice(0, 3)) yield ok(record);
        throw new Error('a bug of the reader');
      };
      await assert.rejects(Promise.resolve(stores.copy.write(records())), {
        message: 'a bug of the reader',
      });
      assert.deepEqual(await readAll(stores.copy), [{ type: 'end', lastEntryId: 0 }]);
    });

    it('writes nothing if a record failed or the end is missing', async () => {
      const failure: StoreUnavailable = { type: 'store-unavailable', cause: 'no disk' };
      for (let length = 0; length < RECORDS.length; length++) {
        const some = RECORDS.slice(0, length).map((one) => ok(one));
        const failed = await write([...some, err(failure)]);
        assert.deepEqual(await errorOf(failed), failure);
        assert.equal((await errorOf(write(some))).type, 'store-unavailable');
      }
      assert.equal((await readAll(stores.copy)).length, 1);
      assert.equal((await write(ALL)).isOk(), true);
    });
  });
}

async function* streamOf<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  yield* items;
}

async function readAll(copy: OrganisationCopy): Promise<CopyRecord[]> {
  const records: CopyRecord[] = [];
  for await (const read of copy.read()) records.push(await okOf(read));
  return records;
}
