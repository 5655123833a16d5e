import type { Timestamp } from '@ops-admin/core';
import { AS_IT_COMES, aLink, anId, aRequest } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

interface Run {
  readonly message: string;
  readonly data: {
    readonly batch: string | null;
    readonly dryRun: boolean;
    readonly results: readonly Record<string, unknown>[];
    readonly leavesNoAdmin: boolean;
    readonly doubtful?: readonly object[];
  };
}

describe('POST /user/change-permissions', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());

  const send = (body: unknown, query = '') =>
    service.request(`/user/change-permissions${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const run = async (payload: object) => {
    const response = await send({ payload });
    expect(response.status).to.equal(200);
    return (await response.json()) as Run;
  };
  const one = (permissions: unknown, user: unknown = PLAIN_USER.id) => ({ user, permissions });
  const held = async (id = PLAIN_USER.id) => [...(await service.ports.permissions.find(id))._unsafeUnwrap()];
  const trail = async () => (await service.ports.audit.list({ limit: 1000, afterId: 2 }))._unsafeUnwrap();

  it('grants permissions until a time, and lists those with a new end', async () => {
    const until = '2999-06-01T12:00:00.000Z';
    const add = async (changes: object[], how = {}) =>
      (await run({ action: 'add', changes, ...how })).data.results[0];
    const given = { ...one(['service.b', 'service.c']), until: '2999-06-01T14:00:00+02:00' };
    const ends = { 'service.b': until, 'service.c': until };
    expect(await add([given], { dryRun: true })).to.deep.include({ result: 'would-add', ends });
    expect(await add([given])).to.deep.include({ result: 'added', ends });
    expect(await add([one(['service.b'])])).to.deep.include({
      result: 'updated',
      added: [],
      ends: { 'service.b': null },
    });
    expect(await add([{ ...given, until: '2020-01-01T00:00:00Z' }])).to.deep.include({ result: 'invalid' });
    const shown = await (await service.request(`/user/${PLAIN_USER.id}`)).json();
    const { user, effective } = (shown as { data: { user: { ends: object }; effective: object[] } }).data;
    expect(user.ends).to.deep.equal({ 'service.c': until });
    expect(effective).to.deep.include({ permission: 'service.c', module: 'c', until, coveredBy: [] });
  });

  it('makes neither of two sets of one user, named by the id and by the e-mail', async () => {
    const before = await held();
    const [email = ''] = PLAIN_USER.emails;
    const changes = [
      one(['service.b']),
      one(['service.c'], email.toUpperCase()),
      one(['service.d'], ADMIN.id),
    ];
    for (const dryRun of [true, false]) {
      const { results } = (await run({ action: 'set', modules: ['b', 'c', 'd'], changes, dryRun })).data;
      expect(results.map(({ result }) => result)).to.deep.equal([
        'invalid',
        'invalid',
        dryRun ? 'would-update' : 'updated',
      ]);
      expect(results[0]?.message).to.equal(
        'another change of this request sets the permissions of the same user',
      );
    }
    expect(await held()).to.deep.equal(before);
  });

  it('refuses a malformed end, and an end for another action', async () => {
    const refused = async (action: string, until: unknown) =>
      (await problemOf(await send({ payload: { action, changes: [{ ...one(['service.b']), until }] } })))[2];
    expect(await refused('add', '2999-06-01')).to.equal(
      'payload.changes[0].until must be an ISO 8601 timestamp with its zone',
    );
    expect(await refused('add', 7)).to.equal('payload.changes[0].until must be a string');
    expect(await refused('remove', '2999-06-01T12:00:00Z')).to.equal(
      'payload.changes[0].until is only for the action add',
    );
  });

  it('changes users by id and by e-mail, with a row for each in the order of the request', async () => {
    const { data, message } = await run({
      action: 'remove',
      changes: [
        one(['odd one', 'service.none.read'], 'USER2@example.org'),
        one(['x'], 'nobody@example.org'),
        one(['service.tickets.read']),
      ],
    });
    expect(message).to.equal('Changes carried out');
    expect(data.batch).to.match(/^\d{8}T\d{6}-[0-9a-f]{6}$/);
    const { batch } = data;
    const who = { userId: PLAIN_USER.id, email: PLAIN_USER.emails[0], name: 'First2 Last2' };
    expect(data).to.deep.equal({
      batch,
      dryRun: false,
      results: [
        { user: 'USER2@example.org', ...who, result: 'removed', removed: ['odd one'], entry: 3, batch },
        {
          user: 'nobody@example.org',
          result: 'user-not-found',
          removed: [],
          message: 'no user has the id or e-mail nobody@example.org',
        },
        {
          user: PLAIN_USER.id,
          ...who,
          result: 'removed',
          removed: ['service.tickets.read'],
          stillGrantedBy: ['service.tickets'],
          entry: 4,
          batch,
        },
      ],
      leavesNoAdmin: false,
    });
    expect(await held()).to.deep.equal(['service.tickets']);
  });

  it('writes actor, reason and request into every entry', async () => {
    const response = await send({
      payload: { action: 'add', changes: [one(['service.a'])], batch: 'b1', reason: 'zwei\nZeilen' },
    });
    expect((await trail())[0]).to.deep.include({
      actor: ADMIN.id,
      source: 'http',
      reason: 'zwei\nZeilen',
      batch: 'b1',
      requestId: response.headers.get('x-request-id'),
    });
  });

  it('records the reason of a change instead of the common one', async () => {
    const changes = [{ ...one(['service.a']), reason: 'for the audit' }, one(['service.b'])];
    await run({ action: 'add', changes, reason: 'a new desk' });
    expect((await trail()).map(({ reason }) => reason)).to.deep.equal(['for the audit', 'a new desk']);
  });

  it('removes everything from leavers in one batch that can be undone, with a dry run', async () => {
    const link = { issuer: 'https://id.example', subject: 'leaver' };
    await service.ports.permissions.change([aLink(2, 'link', link)], AS_IT_COMES);
    const changes = [{ user: 'user2@example.org', everything: true }];
    const before = await held();
    const tried = await run({ action: 'remove', changes, dryRun: true });
    expect(tried.data.results[0]).to.deep.include({
      result: 'would-remove',
      removed: before,
      unlinked: [link],
    });
    const { data } = await run({ action: 'remove', changes, reason: 'left' });
    expect(data.results[0]).to.deep.include({ result: 'removed', removed: before, unlinked: [link] });
    expect(data.batch)
      .to.equal(data.results[0]?.batch)
      .and.to.match(/^\d{8}T/);
    expect(await held()).to.deep.equal([]);
    const taken = (await trail()).filter(({ batch }) => batch === data.batch);
    expect(taken.map(({ action, reason }) => [action, reason])).to.deep.equal([
      ['unlink', 'left'],
      ['remove', 'left'],
    ]);
    await service.request('/audit/revert', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payload: { batch: data.batch } }),
    });
    expect(await held()).to.deep.equal(before);
    const kept = await run({ action: 'remove', changes: [{ ...changes[0], keepLinks: true }], dryRun: true });
    expect(kept.data.results[0]).to.not.have.property('unlinked');
    const last = await run({ action: 'remove', changes: [{ user: ADMIN.id, everything: true }] });
    expect(last.data.results[0]).to.deep.include({ result: 'no-admin-left', removed: [] });
  });

  it('deactivates users, and activates them again, in one batch each', async () => {
    const changes = [{ user: 'user2@example.org' }, { user: ADMIN.id }, { user: 'nobody@x' }];
    const words = (data: Run['data']) => data.results.map(({ result }) => result);
    const tried = await run({ action: 'deactivate', changes, dryRun: true });
    expect(words(tried.data)).to.deep.equal(['would-deactivate', 'no-admin-left', 'user-not-found']);
    const { data } = await run({ action: 'deactivate', changes, reason: 'leave' });
    const { batch } = data;
    const who = { userId: PLAIN_USER.id, email: PLAIN_USER.emails[0], name: 'First2 Last2' };
    expect(data.results[0]).to.deep.equal({
      user: 'user2@example.org',
      ...who,
      result: 'deactivated',
      entry: 3,
      batch,
    });
    expect((await trail()).map(({ action, reason }) => [action, reason])).to.deep.equal([
      ['deactivate', 'leave'],
    ]);
    const asPlain = await fetch(`${service.url}/auth/session`, {
      headers: { authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id)}` },
    });
    expect(asPlain.status).to.equal(401);
    expect(
      words((await run({ action: 'deactivate', changes: [{ user: PLAIN_USER.id }] })).data),
    ).to.deep.equal(['already-so']);
    const back = await run({ action: 'activate', changes: [{ user: PLAIN_USER.id }] });
    expect([words(back.data), back.data.batch]).to.deep.equal([['activated'], null]);
    expect(await held()).to.have.length.above(0);
  });

  it('continues a batch of another actor, or after a day, only on request', async () => {
    const changes = [one(['service.admin.access'])];
    await run({ action: 'add', changes, batch: 'b1' });
    const more = { action: 'add', changes: [one(['service.b'])], batch: 'b1' };
    const asOther = async (payload: object) =>
      fetch(`${service.url}/user/change-permissions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id)}`,
        },
        body: JSON.stringify({ payload }),
      });
    for (const dryRun of [true, false]) {
      expect(await problemOf(await asOther({ ...more, dryRun }))).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        'payload.batch is a batch of another actor; send continueBatch: true to continue it',
      ]);
    }
    expect(await held()).to.not.include('service.b');
    expect((await asOther({ ...more, continueBatch: true })).status).to.equal(200);
    expect(await held()).to.include('service.b');
    // The newest entry counts.
    expect((await asOther({ ...more, changes: [one(['service.c'])] })).status).to.equal(200);
    expect((await send({ payload: more })).status).to.equal(400);

    const time = new Date(Date.now() - 86_401_000).toISOString() as Timestamp;
    const draft = { actor: ADMIN.id, source: 'http', batch: 'old', time } as const;
    const old = { ...aRequest(2, 'add', ['service.old'], draft), userId: PLAIN_USER.id };
    (await service.ports.permissions.change([old], AS_IT_COMES))._unsafeUnwrap();
    const late = { ...more, batch: 'old' };
    expect((await problemOf(await send({ payload: late })))[2]).to.equal(
      'payload.batch is a batch without changes for a day; send continueBatch: true to continue it',
    );
    expect((await send({ payload: { ...late, continueBatch: true } })).status).to.equal(200);
  });

  it('names no batch where all changes failed', async () => {
    const changes = [one(['service.b']), one(['service.b'], 'nobody@example.org')];
    for (const batch of [undefined, 'b1']) {
      expect((await run({ action: 'add', changes, atomic: true, batch })).data.batch).to.equal(null);
    }
  });

  it('reports that nothing was changed', async () => {
    const nothing = [one(['service.none.read'])];
    const messages = [
      await run({ action: 'remove', changes: nothing }),
      await run({ action: 'remove', changes: [...nothing, one(['x'], 'nobody@example.org')] }),
    ].map(({ message }) => message);
    expect(messages).to.deep.equal(['Nothing was changed', 'Nothing was changed']);
  });

  it('treats one change without a batch as a change of one user: with an entry also for no change', async () => {
    const nothing = [one(['nothing'])];
    const { batch, results } = (await run({ action: 'remove', changes: nothing })).data;
    expect([batch, results[0]?.result, results[0]?.entry]).to.deep.equal([null, 'nothing-held', 3]);
    // A batch without changes has no name, because nothing can be undone.
    const named = (await run({ action: 'remove', changes: nothing, batch: 'b1' })).data;
    expect([named.batch, named.results[0]?.entry]).to.deep.equal([null, undefined]);
    expect(
      (await run({ action: 'remove', changes: [...nothing, ...nothing] })).data.results[0],
    ).to.not.have.property('entry');
    expect(await trail()).to.have.length(1);
  });

  it('writes nothing in a dry run, with rows that describe the changes', async () => {
    const changes = [one(['odd one']), one(['odd one'])];
    const { data } = await run({ action: 'remove', changes, dryRun: true, batch: 'b1' });
    expect([data.batch, data.dryRun]).to.deep.equal([null, true]);
    expect(data.results.map(({ dryRun, result }) => [result, dryRun])).to.deep.equal([
      ['would-remove', true],
      ['nothing-held', true],
    ]);
    expect(await held()).to.include('odd one');
    expect(await trail()).to.have.length(0);
  });

  it('changes nothing where one row fails, if it is atomic', async () => {
    const changes = [one(['odd one']), one(['x'], anId(9))];
    const { data } = await run({ action: 'remove', changes, atomic: true });
    expect(data.results.map(({ result }) => result)).to.deep.equal(['not-done', 'user-not-found']);
    expect(await held()).to.include('odd one');
  });

  it('continues without unknown users on request', async () => {
    const changes = [one(['odd one']), one(['x'], anId(9))];
    const { data } = await run({ action: 'remove', changes, atomic: true, ignoreNotFound: true });
    expect(data.results.map(({ result }) => result)).to.deep.equal(['removed', 'user-not-found']);
    expect(await held()).to.not.include('odd one');
  });

  it('reports mistyped strings on request', async () => {
    const changes = [one(['service.tikcets.*', 'odd one'])];
    const { data } = await run({ action: 'remove', changes, dryRun: true, findDoubtful: true });
    expect(data.doubtful).to.deep.equal([{ permission: 'service.tikcets.*', meant: 'service.tickets.*' }]);
    expect((await run({ action: 'remove', changes, dryRun: true })).data).to.not.have.property('doubtful');
  });

  it('repeats the line number of a change in its row', async () => {
    const changes = [{ ...one(['odd one']), line: 7 }, one(['x'])];
    const { results } = (await run({ action: 'remove', changes })).data;
    expect(results.map(({ line }) => line)).to.deep.equal([7, undefined]);
  });

  it('keeps the last admin, unless forced', async () => {
    const leave = { action: 'remove', changes: [one(['service.admin.access'], ADMIN.id), one(['odd one'])] };
    const { leavesNoAdmin, results: kept } = (await run(leave)).data;
    expect(leavesNoAdmin).to.equal(false);
    expect(kept.map(({ result }) => result)).to.deep.equal(['no-admin-left', 'removed']);
    expect(kept[0]).to.include({ message: 'First1 Last1 <user1@example.org> is the last admin' });
    const tried = (await run({ ...leave, keepAdmin: false, dryRun: true })).data;
    expect(tried.leavesNoAdmin).to.equal(true);
    const gone = (await run({ ...leave, keepAdmin: false })).data;
    expect(gone.results[0]).to.include({ result: 'removed' });
    expect(gone.leavesNoAdmin).to.equal(true);
    expect(await held(ADMIN.id)).to.deep.equal([]);
  });

  it('lets a row remove the caller’s own access and completes; the next request in the batch is 403', async () => {
    await run({ action: 'add', changes: [one(['service.admin.access'])] });
    const changes = [one(['service.admin.access'], ADMIN.id), one(['odd one'])];
    const { data } = await run({ action: 'remove', changes, batch: 'b1' });
    expect(data.results.map(({ result }) => result)).to.deep.equal(['removed', 'removed']);
    const next = await send({ payload: { action: 'remove', changes, batch: 'b1' } });
    expect(await problemOf(next)).to.deep.equal([403, 'FORBIDDEN', 'Only admins can send this request']);
  });

  it('fails only the row with a malformed string, or a set that would be too large', async () => {
    const { results } = (
      await run({ action: 'add', changes: [one(['service.a', 'off']), one(['service.b'])] })
    ).data;
    expect(results[0]).to.deep.include({ result: 'invalid', added: [] });
    expect(results[0]?.message).to.match(/^"off" is not a permission/);
    expect(results[1]).to.include({ result: 'added' });
  });

  it('accepts 100 changes, and treats an unknown e-mail, an empty one and any other text as an unknown user', async () => {
    const changes = Array.from({ length: 100 }, () => one(['service.x'], ''));
    const { results } = (await run({ action: 'remove', changes })).data;
    expect(results).to.have.length(100);
    expect(results[99]).to.include({ result: 'user-not-found', user: '' });
  });

  it('sends the same JSON in one piece as in many, for all names of users', async () => {
    const user = '"results":[],"leavesNoAdmin":true';
    const changes = Array.from({ length: 51 }, (_, n) => ({ ...one(['service.x'], `${user}${n}`) }));
    const { data, message } = await run({ action: 'remove', changes, dryRun: true });
    expect(message).to.equal('Dry run: nothing was changed');
    expect(data.results.map((row) => row.user)).to.deep.equal(changes.map((change) => change.user));
    expect({ ...data, results: [] }).to.deep.equal({
      batch: null,
      dryRun: true,
      results: [],
      leavesNoAdmin: false,
    });
  });

  it('refuses malformed or unknown input, names the location, and changes nothing', async () => {
    const good = { action: 'remove', changes: [one(['odd one'])] };
    const mistakes: [body: unknown, message: string][] = [
      [{}, 'payload is required'],
      [[], 'The body must be an object'],
      [{ payload: [] }, 'payload must be an object'],
      [{ payload: good, dryRun: true }, 'dryRun is not a member of this body'],
      [{ payload: { ...good, dryrun: true } }, 'payload.dryrun is not a member of this body'],
      [{ payload: { ...good, constructor: true } }, 'payload.constructor is not a member of this body'],
      [{ payload: { ...good, dryRun: 'true' } }, 'payload.dryRun must be true or false'],
      [{ payload: { ...good, dryRun: null } }, 'payload.dryRun must be true or false'],
      [{ payload: { ...good, atomic: 1 } }, 'payload.atomic must be true or false'],
      [{ payload: { ...good, keepAdmin: 0 } }, 'payload.keepAdmin must be true or false'],
      [
        { payload: { ...good, action: 'put' } },
        'payload.action must be add, remove, set, review, activate or deactivate',
      ],
      [{ payload: { action: 'add' } }, 'payload.changes is required'],
      [{ payload: { ...good, changes: {} } }, 'payload.changes must be an array of changes'],
      [{ payload: { ...good, changes: [] } }, 'payload.changes must hold at least one change'],
      [
        { payload: { ...good, changes: Array.from({ length: 101 }, () => one(['x'])) } },
        'payload.changes must not hold more than 100 changes',
      ],
      [
        { payload: { ...good, changes: [...Array.from({ length: 101 }, () => one(['x'])), 7] } },
        'payload.changes must not hold more than 100 changes',
      ],
      [{ payload: { ...good, changes: [one(['x'], 7)] } }, 'payload.changes[0].user must be a string'],
      [
        { payload: { ...good, changes: [one([])] } },
        'payload.changes[0].permissions must hold at least one permission',
      ],
      [
        { payload: { ...good, changes: [one(['x']), one(['x', 7])] } },
        'payload.changes[1].permissions[1] must be a string',
      ],
      [
        { payload: { ...good, changes: [one(['é'.repeat(257)])] } },
        'payload.changes[0].permissions[0] must not be longer than 256 characters',
      ],
      [
        { payload: { ...good, changes: [{ ...one(['x']), note: 'r' }] } },
        'payload.changes[0].note is not a member of this body',
      ],
      [
        { payload: { ...good, changes: [{ ...one(['x']), reason: 'a\0' }] } },
        'payload.changes[0].reason must not contain control characters or lone surrogates',
      ],
      [
        { payload: { ...good, changes: [{ user: 'x' }] } },
        'payload.changes[0] must name permissions or everything, one of the two',
      ],
      [
        { payload: { ...good, changes: [{ ...one(['x']), everything: true }] } },
        'payload.changes[0] must name permissions or everything, one of the two',
      ],
      [
        { payload: { ...good, changes: [{ user: 'x', everything: false }] } },
        'payload.changes[0].everything must be true',
      ],
      [
        { payload: { ...good, changes: [{ ...one(['x']), keepLinks: true }] } },
        'payload.changes[0] can only keep links with everything',
      ],
      [
        { payload: { ...good, action: 'add', changes: [{ user: 'x', everything: true }] } },
        'payload.changes[0].permissions is required',
      ],
      [
        { payload: { ...good, action: 'add', changes: [{ ...one(['service.a']), everything: true }] } },
        'payload.changes[0].everything is only for the action remove',
      ],
      [
        { payload: { ...good, action: 'add', changes: [{ ...one(['service.a']), ends: {} }] } },
        'payload.changes[0].ends is only for the action set',
      ],
      [
        { payload: { ...good, changes: [{ ...one(['x']), decision: 'keep' }] } },
        'payload.changes[0].decision is only for the action review',
      ],
      [{ payload: { ...good, modules: ['tickets'] } }, 'payload.modules is only for the action set'],
      [
        { payload: { action: 'review', changes: [{ ...one(['x']), decision: 'keep', asOf: 1 }] } },
        'payload.changes[0].asOf is not for the action review, which has entry',
      ],
      [{ payload: { action: 'review', changes: [one(['x'])] } }, 'payload.changes[0].decision is required'],
      [
        { payload: { action: 'set', changes: [one(['x'], 'Ada@x'), one([], 'b@x'), one([], 'ada@x')] } },
        'payload.changes[2] is about the same user as changes[0]',
      ],
      [{ payload: { changes: [one(['x'])] } }, 'payload.action is required'],
      [
        { payload: { ...good, action: 'deactivate' } },
        'payload.changes[0].permissions is not for the actions activate and deactivate, which name a user alone',
      ],
      [
        { payload: { ...good, action: 'activate', changes: [{ user: 'x', everything: true }] } },
        'payload.changes[0].everything is only for the action remove',
      ],
      [{ payload: { ...good, ignoreNotFound: 1 } }, 'payload.ignoreNotFound must be true or false'],
      [{ payload: { ...good, findDoubtful: 1 } }, 'payload.findDoubtful must be true or false'],
      [
        { payload: { ...good, changes: [{ ...one(['x']), line: 0 }] } },
        'payload.changes[0].line must be the number of a line',
      ],
      [{ payload: { ...good, origin: {} } }, 'payload.origin is not a member of this body'],
      [{ payload: { ...good, actor: {} } }, 'payload.actor is not a member of this body'],
      [{ payload: { ...good, batch: '' } }, 'payload.batch must be 1 to 100 characters from ! to ~'],
      [
        { payload: { ...good, batch: 'b'.repeat(101) } },
        'payload.batch must be 1 to 100 characters from ! to ~',
      ],
      [{ payload: { ...good, batch: 'é' } }, 'payload.batch must be 1 to 100 characters from ! to ~'],
      [
        { payload: { ...good, reason: '😀'.repeat(501) } },
        'payload.reason must not be longer than 500 characters',
      ],
      [
        { payload: { ...good, reason: 'a\0' } },
        'payload.reason must not contain control characters or lone surrogates',
      ],
      [
        '{"payload":{"action":"remove","changes":[],"reason":"\\ud800"}}',
        'payload.changes must hold at least one change',
      ],
    ];
    for (const [body, message] of mistakes) {
      expect(await problemOf(await send(body)), message).to.deep.equal([400, 'VALIDATION_ERROR', message]);
    }
    expect(await problemOf(await send({ payload: good }, '?dryRun=true'))).to.deep.equal([
      400,
      'VALIDATION_ERROR',
      '"dryRun" is not a parameter of this query; it has none',
    ]);
    expect(await trail()).to.have.length(0);
  });
});

describe('The two PUTs, in addition to their answer,', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());

  const put = (verb: string, body: object, query = '') =>
    service.request(`/user/${verb}-permissions${query}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const payload = { userId: PLAIN_USER.id, permissions: ['service.a.read'] };

  it('name the entry, which has the reason', async () => {
    for (const [verb, n] of [
      ['add', 3],
      ['remove', 4],
      ['remove', 5],
    ] as const) {
      const response = await put(verb, { payload: { ...payload, reason: `because ${n}` } });
      expect(response.headers.get('x-audit-entry')).to.equal(String(n));
      expect(await response.json())
        .to.have.property('data')
        .that.deep.equals({});
      expect((await service.ports.audit.find(n))._unsafeUnwrap()).to.include({ reason: `because ${n}` });
    }
    const refused = await put('add', { payload: { ...payload, userId: anId(9) } });
    expect(refused.headers.has('x-audit-entry')).to.equal(false);
  });

  it('accept a reason of up to 500 characters, treat an empty one as none, and refuse a longer one', async () => {
    expect((await put('add', { payload: { ...payload, reason: '😀'.repeat(500) } })).status).to.equal(200);
    await put('add', { payload: { ...payload, reason: '' } });
    expect((await service.ports.audit.find(4))._unsafeUnwrap()).to.not.have.property('reason');
    for (const [reason, message] of [
      ['x'.repeat(501), 'payload.reason must not be longer than 500 characters'],
      [7, 'payload.reason must be a string'],
      [null, 'payload.reason must be a string'],
    ] as const) {
      const response = await put('add', { payload: { ...payload, reason } });
      expect(await problemOf(response)).to.deep.equal([400, 'VALIDATION_ERROR', message]);
    }
  });

  it('refuse every form of a dry run, and name the endpoint that has one', async () => {
    const elsewhere = 'is not accepted here; send it to POST /user/change-permissions';
    for (const [response, place] of [
      [await put('remove', { payload }, '?dryRun=false'), 'dryRun'],
      [await put('remove', { payload }, '?a=%ff&dryRun'), 'dryRun'],
      [await put('add', { payload, dryRun: true }), 'dryRun'],
      [await put('add', { payload: { ...payload, dryRun: false } }), 'payload.dryRun'],
    ] as const) {
      expect(await problemOf(response)).to.deep.equal([400, 'VALIDATION_ERROR', `${place} ${elsewhere}`]);
    }
    expect((await service.ports.audit.list({ limit: 10, afterId: 2 }))._unsafeUnwrap()).to.deep.equal([]);
    expect((await put('add', { payload, dry: 1 }, '?page=2')).status).to.equal(200);
  });
});
