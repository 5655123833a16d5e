import { type AuditEntry, type ChangeOptions, type ChangeRequest, PermissionSet } from '@ops-admin/core';
import { judgeChanges, type RecordedChange, recordChanges, withEntries } from '@ops-admin/core/adapter';
import { AS_IT_COMES, aDraft, anId, anIdentity, aRequest, aTime, aUser } from '@ops-admin/testing';
import { expect } from 'chai';

describe('recordChanges', () => {
  const [ann, bob] = [anIdentity('ann'), anIdentity('bob')];
  const ENDED = new Map([['service.old', aTime(1)]]);
  const sets = [PermissionSet.of(['service.a', 'service.old'], ENDED), PermissionSet.of(['service.a'])];
  const users = new Map(
    sets.map((permissions, n) => {
      const user = { ...aUser(n + 1, { identities: n === 0 ? [ann, bob] : [] }), permissions };
      return [user.id, { email: undefined, name: '', permissions, active: true, user }];
    }),
  );

  /** The recorded requests: the members of each entry, and the entry number that each request receives. */
  const recorded = (requests: readonly ChangeRequest[], options: Partial<ChangeOptions> = {}) => {
    const given = { ...AS_IT_COMES, ...options };
    const now = new Date(Date.UTC(2026, 0, 1, 0, 0, 9));
    const context = {
      users,
      actor: undefined,
      hasOtherAdmin: true,
      hasDepartment: () => true,
      emailOwnerOf: () => undefined,
      ownerOf: () => undefined,
      now,
    };
    const entries: object[] = [];
    const judged = judgeChanges(requests, given, context)._unsafeUnwrap();
    const toRecord = recordChanges(requests, judged, given);
    const last = toRecord.flat().at(-1);
    const record = (recorded: RecordedChange) => {
      const { made, request } = recorded;
      const { batch: _, requestId: __, source: ___, time: ____, ...draft } = request.draft;
      const { added, before, removed } = made.change;
      const what = { ...(made.link && { link: made.link }), ...(made.user && { user: made.user }) };
      const change = request.change.action;
      const isLast = recorded === last;
      entries.push({ change, ...draft, before: [...before], added, removed, ...what, isLast });
      return { id: entries.length } as AuditEntry;
    };
    const outcomes = withEntries(
      judged,
      toRecord.map((changes) => changes.map(record)),
    );
    return { entries, told: outcomes.map((one) => (one.type === 'made' ? one.entry?.id : one.type)) };
  };
  const everything = (n: number, batch?: string): ChangeRequest => {
    const draft = aDraft(batch === undefined ? {} : { batch });
    return { userId: anId(n), change: { action: 'everything', keepLinks: false }, draft };
  };
  const told = (...given: Parameters<typeof recorded>) => recorded(...given).told;

  it("records ended permissions once, before the user's first change", () => {
    const actor = anId(1);
    const requests = [aRequest(9, 'add', []), ...[1, 2].map((n) => aRequest(1, 'add', [`service.m${n}`]))];
    const add = { change: 'add', action: 'add', actor };
    expect(recorded(requests)).to.deep.equal({
      told: ['user-not-found', 2, 3],
      entries: [
        {
          change: 'expire',
          action: 'expire',
          actor: 'service',
          requested: ['service.old'],
          before: ['service.a', 'service.old'],
          added: [],
          removed: ['service.old'],
          isLast: false,
        },
        {
          ...add,
          requested: ['service.m1'],
          before: ['service.a'],
          added: ['service.m1'],
          removed: [],
          isLast: false,
        },
        {
          ...add,
          requested: ['service.m2'],
          before: ['service.a', 'service.m1'],
          added: ['service.m2'],
          removed: [],
          isLast: true,
        },
      ],
    });
  });

  it('records each identity of a complete removal, and then all strings', () => {
    const { entries } = recorded([everything(1)]);
    const draft = { actor: anId(1), added: [], before: ['service.a'] };
    const user = (...identities: unknown[]) => ({
      ...users.get(anId(1))?.user,
      identities,
      permissions: PermissionSet.of(['service.a']),
    });
    const unlink = { change: 'unlink', action: 'unlink', requested: [], link: 'unlinked', removed: [] };
    expect(entries.slice(1)).to.deep.equal([
      { ...draft, ...unlink, identity: ann, user: user(bob), isLast: false },
      { ...draft, ...unlink, identity: bob, user: user(), isLast: false },
      {
        ...draft,
        change: 'everything',
        action: 'remove',
        requested: ['service.a'],
        members: ['permissions', 'identities'],
        removed: ['service.a'],
        isLast: true,
      },
    ]);
  });

  it('writes an entry without a change only where one user was named alone', () => {
    const nothing = (draft: object) => [aRequest(2, 'add', ['service.a'], draft)];
    expect(told(nothing({}))).to.deep.equal([1]);
    expect(told(nothing({ batch: 'run-1' }))).to.deep.equal([undefined]);
    expect(told(nothing({ reverts: 7 }))).to.deep.equal([undefined]);
    expect(told([everything(2), everything(2)])).to.deep.equal([1, 2]);
    expect(told([everything(2, 'run-1'), everything(2, 'run-1')])).to.deep.equal([1, undefined]);
  });

  it('writes nothing in a dry run, nor where one failed change cancels the others', () => {
    const requests = [aRequest(2, 'add', ['service.b']), aRequest(9, 'add', [])];
    expect(told(requests)).to.deep.equal([1, 'user-not-found']);
    expect(told(requests, { dryRun: true })).to.deep.equal([undefined, 'user-not-found']);
    expect(told(requests, { atomic: true })).to.deep.equal([undefined, 'user-not-found']);
    expect(told(requests, { atomic: true, ignoresUnknown: true })).to.deep.equal([1, 'user-not-found']);
  });
});
