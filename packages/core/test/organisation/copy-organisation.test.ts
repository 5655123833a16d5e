import {
  type CopyRecord,
  err,
  type OrganisationCopy,
  ok,
  type Result,
  type StoreUnavailable,
} from '@ops-admin/core';
import { copyOperations, verifyAuditTrail } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, anIdentity, aSigner, aTime, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation, tamperedCopy } from '../open-organisation.ts';

describe('A copy of an organisation', () => {
  const BROKEN: StoreUnavailable = { type: 'store-unavailable', cause: 'no disk' };
  let source: ReturnType<typeof openOrganisation>;
  let target: ReturnType<typeof openOrganisation>;
  beforeEach(async () => {
    [source, target] = [openOrganisation(), openOrganisation()];
    await source.organisation.importDepartments(
      [1, 2].map((n) => aDepartment(n)),
      aDraft(),
    );
    const users = [1, 2, 3].map((n) => aUser(n, { permissions: ['service.a', 'service.b'] }));
    await source.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    await makeChange(source.permissions, 1, 'remove', ['service.a']);
  });

  const copy = ({ from = source.copy, to = target.copy, verifier = aSigner() } = {}) => {
    const { audit, integrity } = target;
    return copyOperations({ source: from, target: to, audit, integrity, verifier }).copy();
  };
  const records = async (copy: OrganisationCopy) => {
    const all: CopyRecord[] = [];
    for await (const read of copy.read()) all.push(read._unsafeUnwrap());
    return all;
  };
  /** A store that reads the records of another, except for the given changes. */
  const reading = (
    copy: OrganisationCopy,
    bend: (record: CopyRecord) => Result<CopyRecord, StoreUnavailable> | undefined,
  ): OrganisationCopy => ({
    read: async function* () {
      for await (const read of copy.read()) {
        const bent = bend(read._unsafeUnwrap());
        if (bent) yield bent;
      }
    },
    write: (given) => copy.write(given),
  });

  it('counts the copied records, and reports the state of the audit log', async () => {
    const head = (await verifyAuditTrail({ audit: source.audit, verifier: aSigner() }))._unsafeUnwrap();
    expect((await copy())._unsafeUnwrap()).to.deep.equal({
      departments: 2,
      users: 3,
      entries: 6,
      trail: head,
      flaws: [],
    });
    expect(await records(target.copy)).to.deep.equal(await records(source.copy));
  });

  it('refuses a target that is not empty', async () => {
    await target.organisation.importDepartments([aDepartment(9)], aDraft());
    expect((await copy())._unsafeUnwrapErr()).to.deep.equal({ type: 'copy-target-not-empty' });
  });

  it('copies nothing from a source that fails meanwhile, and names the failed side', async () => {
    const from = reading(source.copy, (one) => (one.type === 'entry' ? err(BROKEN) : ok(one)));
    expect((await copy({ from }))._unsafeUnwrapErr()).to.deep.equal({
      type: 'copy-failed',
      side: 'source',
      isCopied: false,
      cause: 'no disk',
    });
    expect(await records(target.copy)).to.have.length(1);
  });

  it('reports that a target failed after everything was written', async () => {
    const to = reading(target.copy, () => err(BROKEN));
    const failure = (await copy({ to }))._unsafeUnwrapErr();
    expect(failure).to.include({ type: 'copy-failed', side: 'target', isCopied: true });
  });

  it('names records that the target returns changed', async () => {
    const bends: [parts: string[], bend: (record: CopyRecord) => CopyRecord | undefined][] = [
      [
        ['departments'],
        (one) => (one.type === 'department' && one.department.id === anId(2) ? undefined : one),
      ],
      [
        ['departments'],
        (one) => (one.type === 'department' ? { ...one, department: { ...one.department, code: 'x' } } : one),
      ],
      [['users'], (one) => (one.type === 'user' ? { ...one, user: { ...one.user, permissions: [] } } : one)],
      [
        ['users'],
        (one) => (one.type === 'user' ? { ...one, user: { ...one.user, emails: ['x', 'y'] } } : one),
      ],
      [
        ['entries', 'lastEntryId'],
        (one) =>
          one.type === 'end'
            ? { ...one, lastEntryId: 9 }
            : one.type === 'entry'
              ? { ...one, entry: { ...one.entry, reason: 'because' } }
              : one,
      ],
    ];
    for (const [kinds, bend] of bends) {
      target = openOrganisation();
      const to = reading(target.copy, (record) => {
        const bent = bend(record);
        return bent && ok(bent);
      });
      expect((await copy({ to }))._unsafeUnwrapErr()).to.deep.equal({ type: 'copy-differs', kinds });
    }
  });

  describe('with every kind of record', () => {
    const everything: CopyRecord[] = [
      {
        type: 'user',
        user: { ...aUser(1, { identities: [anIdentity('ann')] }), permissions: ['service.a'], salt: 'salt' },
      },
      {
        type: 'entry',
        entry: {
          ...aDraft(),
          id: 2,
          userId: anId(1),
          added: [],
          removed: [],
          before: ['service.a'],
          after: ['service.a'],
          seal: { previous: 'last', digest: 'two', keyId: 'key' },
        },
      },
      { type: 'end', lastEntryId: 2 },
    ];
    beforeEach(async () => {
      source = openOrganisation();
      (await source.copy.write(streamOf(everything)))._unsafeUnwrap();
    });
    const partsOf = async (bend: (record: CopyRecord) => CopyRecord) => {
      target = openOrganisation();
      const outcome = await copy({ to: reading(target.copy, (one) => ok(bend(one))) });
      return outcome.match(
        () => [],
        (error) => (error.type === 'copy-differs' ? error.kinds : [error.type]),
      );
    };

    it('names a record that the target returns changed', async () => {
      expect(await partsOf((one) => one)).to.deep.equal([]);
      const entry = (given: object) => (one: CopyRecord) =>
        one.type === 'entry' ? { ...one, entry: { ...one.entry, ...given } } : one;
      expect(
        await partsOf(entry({ seal: { previous: 'last', digest: 'two', keyId: 'other' } })),
      ).to.deep.equal(['entries']);
      expect(await partsOf(entry({ seal: undefined }))).to.deep.equal(['entries']);
      expect(await partsOf(entry({ before: [] }))).to.deep.equal(['entries']);
      expect(await partsOf(entry({ after: [] }))).to.deep.equal(['entries']);
      expect(await partsOf(entry({ endsBefore: { 'service.a': aTime(9) } }))).to.deep.equal(['entries']);
      const user = (given: object) => (one: CopyRecord) =>
        one.type === 'user' ? { ...one, user: { ...one.user, ...given } } : one;
      expect(await partsOf(user({ identities: [anIdentity('bob')] }))).to.deep.equal(['users']);
      expect(await partsOf(user({ identities: [] }))).to.deep.equal(['users']);
      expect(await partsOf(user({ ends: { 'service.a': aTime(9) } }))).to.deep.equal(['users']);
    });

    it('ignores the order of members', async () => {
      const turned = (one: CopyRecord) => {
        if (one.type !== 'user') return one;
        const members = Object.entries(one.user).reverse();
        return { ...one, user: Object.fromEntries(members) as unknown as typeof one.user };
      };
      expect(await partsOf(turned)).to.deep.equal([]);
    });
  });

  it('copies a source with problems, and reports them', async () => {
    source = await tamperedCopy(source, anId(2), ['service.admin.access']);
    const copied = (await copy())._unsafeUnwrap();
    expect(copied).to.include({ users: 3 }).and.not.have.property('trail');
    expect(copied.flaws.map(({ type }) => type)).to.deep.equal(['permissions-not-matching-log']);
    target = openOrganisation();
    const unknown = (await copy({ verifier: aSigner('another') }))._unsafeUnwrap();
    expect(unknown.flaws.map(({ type }) => type)).to.deep.equal([
      'permissions-not-matching-log',
      'audit-broken',
    ]);
  });
});

async function* streamOf<T>(items: readonly T[]): AsyncGenerator<Result<T, never>, void> {
  for (const item of items) yield ok(item);
}
