import { AS_IT_COMES, aDraft, anId, aRequest, aUser, changeLink } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

interface Page {
  readonly data: {
    readonly entries: readonly Record<string, unknown>[];
    readonly batches: readonly Record<string, unknown>[];
    readonly entry: Record<string, unknown>;
    readonly next: number | null;
  };
}
interface Run {
  readonly message: string;
  readonly data: {
    readonly batch: string | null;
    readonly dryRun: boolean;
    readonly results: readonly Record<string, unknown>[];
    readonly leavesNoAdmin: boolean;
  };
}

const NOBODY = anId(9);

describe('The audit log over HTTP', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());

  const read = async (path: string) => ((await (await service.request(path)).json()) as Page).data;
  const refused = async (path: string) => await problemOf(await service.request(path));
  const post = (path: string, payload: unknown) =>
    service.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payload }),
    });
  const change = async (payload: object) => {
    const response = await post('/user/change-permissions', payload);
    expect(response.status).to.equal(200);
    return ((await response.json()) as Run).data;
  };
  const removal = (permissions: string[], more: object = {}) =>
    change({ action: 'remove', changes: [{ user: PLAIN_USER.id, permissions }], ...more });
  const ids = async (query: string) => (await read(`/audit/list?${query}`)).entries.map(({ id }) => id);

  describe('GET /audit/list', () => {
    it('lists entries, the newest first, with their users', async () => {
      await removal(['odd one'], { reason: 'left' });
      const { entries, next } = await read('/audit/list?limit=1');
      expect(entries[0]).to.deep.include({
        id: 3,
        actor: ADMIN.id,
        actorUser: { _id: ADMIN.id, email: ADMIN.emails[0] },
        user: { _id: PLAIN_USER.id, email: PLAIN_USER.emails[0] },
        source: 'http',
        action: 'remove',
        removed: ['odd one'],
        reason: 'left',
        after: ['service.tickets.read', 'service.tickets'],
      });
      expect(next).to.equal(3);
    });

    it('continues before an entry until no next page exists', async () => {
      for (let n = 0; n < 3; n++) await removal([`x${n}`]);
      const seen: unknown[] = [];
      for (let before = ''; ; ) {
        const { entries, next } = await read(`/audit/list?limit=2${before}`);
        seen.push(...entries.map(({ id }) => id));
        if (next === null) break;
        before = `&before=${next}`;
      }
      expect(seen).to.deep.equal([5, 4, 3, 2, 1]);
    });

    it('accepts every filter', async () => {
      await removal(['odd one'], { reason: 'LEFT the team', batch: 'b1' });
      await removal(['nothing.held']);
      const [{ time }] = (await read('/audit/list?batch=b1')).entries as [{ time: string }];
      for (const [query, expected] of Object.entries({
        [`user=${PLAIN_USER.id.toUpperCase()}`]: [4, 3, 2],
        'user=USER2@example.org': [4, 3, 2],
        [`actor=${ADMIN.id}`]: [4, 3, 2, 1],
        'actor=user1@example.org': [4, 3, 2, 1],
        [`actor=${ADMIN.id}&user=user1@example.org`]: [1],
        'action=remove': [4, 3],
        'action=set': [2, 1],
        'permission=odd+one': [3, 2],
        'module=tickets': [2],
        'batch=b1': [3],
        'changed=false': [4],
        'changed=true': [3, 2, 1],
        'source=http': [4, 3, 2, 1],
        'source=cli': [],
        'reason=left%20THE': [3],
        [`since=${time}&batch=b1`]: [3],
        [`until=${time}&batch=b1`]: [3],
        'since=2999-01-01T00:00:00Z': [],
        'before=3': [2, 1],
        'after=0&limit=2': [1, 2],
        'after=2': [3, 4],
      })) {
        expect(await ids(query), query).to.deep.equal(expected);
      }
    });

    it('is 404 for a user who neither exists nor has an entry', async () => {
      for (const query of [
        'user=nobody@example.org',
        `user=${NOBODY}`,
        'user=nobody',
        'actor=x@y',
        'actor=cli:nobody',
      ]) {
        expect(await refused(`/audit/list?${query}`), query).to.deep.equal([
          404,
          'USER_NOT_FOUND',
          `No user has the id or e-mail ${query.slice(query.indexOf('=') + 1)}`,
        ]);
      }
      expect(await ids(`user=${PLAIN_USER.id}&action=revert`)).to.deep.equal([]);
    });

    it('lists the entries of the user with an e-mail, in any spelling', async () => {
      const some = [5, 6].map((n) => aUser(n, { permissions: ['service.a'] }));
      (await service.ports.organisation.importUsers(some, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
      expect(await ids('user=USER6@example.org')).to.deep.equal([4]);
      expect(await ids('user=user5@example.org%20&limit=1')).to.deep.equal([3]);
    });

    it('refuses malformed filters, and names them', async () => {
      for (const [query, message] of Object.entries({
        'limit=0': 'limit must be a whole number from 1 to 500',
        'limit=501': 'limit must be a whole number from 1 to 500',
        'limit=1.5': 'limit must be a whole number from 1 to 500',
        'after=-1': 'after must be a whole number from 0 to 9007199254740991',
        'after=1&before=9': 'before and after exclude each other',
        'before=-1': 'before must be a whole number from 1 to 9007199254740991',
        'action=seal':
          'action must be one of add, remove, set, revert, link, unlink, create, update, activate, deactivate, erase, expire, attest, rotate, department',
        'changed=yes': 'changed must be one of true, false',
        'source=web': 'source must be one of http, cli, import, embedded, service',
        'module=service.tickets': 'module must be a module without service., such as billing',
        'since=yesterday': 'since must be a time in ISO 8601 with its zone, such as 2026-03-02T08:15:00Z',
        'until=2026-02-30T00:00:00Z':
          'until must be a time in ISO 8601 with its zone, such as 2026-03-02T08:15:00Z',
        [`batch=${'b'.repeat(101)}`]: 'batch must be 1 to 100 characters from ! to ~',
        'batch=a%20b': 'batch must be 1 to 100 characters from ! to ~',
        'user=': 'user must not be empty',
        'limit=1&limit=1': 'limit must be given once',
      })) {
        expect(await refused(`/audit/list?${query}`), query).to.deep.equal([
          400,
          'VALIDATION_ERROR',
          message,
        ]);
      }
    });
  });

  it('GET /audit/batches lists batches, the newest first, by pages', async () => {
    await removal(['odd one'], { batch: 'one', reason: 'first' });
    await removal(['service.tickets'], { batch: 'two' });
    const { batches, next } = await read('/audit/batches?limit=1');
    expect(batches).to.have.length(1);
    expect(batches[0]).to.deep.include({
      batch: 'two',
      actor: ADMIN.id,
      source: 'http',
      entries: 1,
      users: 1,
    });
    const rest = await read(`/audit/batches?before=${next}`);
    expect(rest.batches.map(({ batch, reason }) => [batch, reason])).to.deep.equal([['one', 'first']]);
    expect(rest.next).to.equal(null);
    expect((await refused('/audit/batches?user=a'))[2]).to.equal(
      '"user" is not a parameter of this query; use limit, before',
    );
  });

  it('GET /audit/entry/{id} shows an entry, is 404 for an unknown one, and 400 for a malformed id', async () => {
    expect((await read('/audit/entry/2')).entry).to.deep.include({
      id: 2,
      action: 'set',
      userId: PLAIN_USER.id,
    });
    expect(await refused('/audit/entry/99')).to.deep.equal([
      404,
      'NOT_FOUND',
      'The audit log has no entry 99',
    ]);
    for (const id of ['0', '-1', 'x', '1.0', '9007199254740992', '%ff']) {
      expect((await refused(`/audit/entry/${id}`)).slice(0, 2), id).to.deep.equal([400, 'VALIDATION_ERROR']);
    }
  });

  describe('POST /audit/revert', () => {
    const revert = async (payload: object) => {
      const response = await post('/audit/revert', payload);
      expect(response.status).to.equal(200);
      return ((await response.json()) as Run).data;
    };
    const held = async () => [...(await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap()];

    it('undoes an entry, on behalf of the caller', async () => {
      await removal(['odd one', 'service.tickets']);
      const { batch, dryRun, results } = await revert({ entry: 3, reason: 'wrong user' });
      expect([batch, dryRun]).to.deep.equal([null, false]);
      expect(results).to.deep.equal([
        {
          user: PLAIN_USER.id,
          userId: PLAIN_USER.id,
          email: PLAIN_USER.emails[0],
          name: 'First2 Last2',
          result: 'reverted',
          added: ['service.tickets', 'odd one'],
          removed: [],
          reverts: 3,
          entry: 4,
        },
      ]);
      expect((await read('/audit/entry/4')).entry).to.deep.include({
        action: 'revert',
        actor: ADMIN.id,
        reverts: 3,
        reason: 'wrong user',
      });
    });

    it('undoes a batch as a new batch, and names changes by later entries', async () => {
      await removal(['odd one', 'service.tickets'], { batch: 'one' });
      await change({ action: 'add', changes: [{ user: PLAIN_USER.id, permissions: ['service.tickets'] }] });
      const { batch, results } = await revert({ batch: 'one' });
      expect(batch).to.match(/^\d{8}T\d{6}-[0-9a-f]{6}$/);
      expect(results[0]).to.deep.include({
        result: 'reverted',
        added: ['odd one'],
        leftAlone: [
          { permission: 'service.tickets', changedBy: 4, actor: ADMIN.id, actorEmail: ADMIN.emails[0] },
        ],
        batch,
      });
      expect((await revert({ entry: 3 })).results[0]).to.include({ result: 'nothing-left' });
      const again = await revert({ batch: batch ?? '', newBatch: 'undo-1' });
      expect([again.batch, again.results[0]?.batch]).to.deep.equal(['undo-1', 'undo-1']);
      expect(await revert({ batch: 'undo-1', newBatch: 'undo-2', dryRun: true })).to.include({ batch: null });
    });

    it('undoes the part of a batch about some users, and several entries as a batch', async () => {
      await removal(['odd one'], { batch: 'one' });
      const words = (data: Run['data']) => data.results.map(({ result, user }) => [user, result]);
      const none = await revert({ batch: 'one', users: ['nobody@example.org', ADMIN.id] });
      expect([none.batch, words(none)]).to.deep.equal([
        null,
        [
          ['nobody@example.org', 'user-not-found'],
          [ADMIN.id, 'nothing-left'],
        ],
      ]);
      const users = [PLAIN_USER.emails[0]];
      const undone = await revert({ batch: 'one', users });
      expect([words(undone), undone.batch]).to.deep.equal([
        [[users[0], 'reverted']],
        undone.results[0]?.batch,
      ]);
      const again = await revert({ entries: [3, 4], newBatch: 'again' });
      expect([again.batch, words(again)]).to.deep.equal([
        'again',
        [
          [PLAIN_USER.id, 'reverted'],
          [PLAIN_USER.id, 'nothing-left'],
        ],
      ]);
    });

    it('undoes nothing into a batch by another actor', async () => {
      const draft = { actor: PLAIN_USER.id, source: 'http', batch: 'theirs' } as const;
      const theirs = { ...aRequest(2, 'add', ['service.theirs'], draft), userId: PLAIN_USER.id };
      (await service.ports.permissions.change([theirs], AS_IT_COMES))._unsafeUnwrap();
      await removal(['odd one'], { batch: 'one' });
      for (const dryRun of [true, false]) {
        const refusal = await problemOf(
          await post('/audit/revert', { batch: 'one', newBatch: 'theirs', dryRun }),
        );
        expect(refusal).to.deep.equal([
          400,
          'VALIDATION_ERROR',
          'payload.newBatch is a batch of another actor; give it another name',
        ]);
      }
      expect(await held()).to.not.include('odd one');
    });

    it('names the identity that is linked again, or unlinked', async () => {
      const identity = { issuer: 'https://id.example.org', subject: 'jonas' };
      await changeLink(service.ports.permissions, 2, 'link', identity);
      const { results } = await revert({ entry: 3 });
      expect(results[0]).to.deep.include({ result: 'reverted', unlinked: [identity] });
      expect((await revert({ entry: 4, dryRun: true })).results[0]).to.deep.include({ linked: [identity] });
    });

    it('writes nothing in a dry run', async () => {
      await removal(['odd one'], { batch: 'one' });
      const before = await held();
      expect(await revert({ batch: 'one', dryRun: true })).to.deep.include({ batch: null, dryRun: true });
      expect((await revert({ entry: 3, dryRun: true })).results[0]).to.include({
        result: 'would-revert',
        dryRun: true,
      });
      expect(await held()).to.deep.equal(before);
      expect(await ids('limit=1')).to.deep.equal([3]);
    });

    it('keeps the last admin, unless forced', async () => {
      await change({
        action: 'add',
        changes: [{ user: PLAIN_USER.id, permissions: ['service.admin.access'] }],
      });
      await change({
        action: 'remove',
        changes: [{ user: ADMIN.id, permissions: ['service.admin.access'] }],
      });
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${await service.tokenOf(PLAIN_USER.id)}`,
      };
      const ask = async (payload: object) => {
        const body = JSON.stringify({ payload });
        const response = await service.request('/audit/revert', { method: 'POST', headers, body });
        const { data, message } = (await response.json()) as Run & { message: string };
        return [message, data.results[0]?.result, data.leavesNoAdmin];
      };
      // There is something to undo, so it is not said that there is not.
      expect(await ask({ entry: 3 })).to.deep.equal(['Nothing was changed', 'no-admin-left', false]);
      const tried = await ask({ entry: 3, keepAdmin: false, dryRun: true });
      expect(tried).to.deep.equal(['Dry run: nothing was changed', 'would-revert', true]);
      expect(await ask({ entry: 3, keepAdmin: false })).to.deep.equal(['Changes reverted', 'reverted', true]);
    });

    it('refuses a batch with more than 1,000 entries, and names the command', async () => {
      const many = Array.from({ length: 100 }, (_, n) => aUser(n + 0x100));
      (await service.ports.organisation.importUsers(many, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
      const run = many.map(({ id }) => ({ user: id, permissions: ['service.a'] }));
      for (let n = 0; n < 10; n++) {
        await change({ action: n % 2 === 0 ? 'add' : 'remove', changes: run, batch: 'long' });
      }
      await change({
        action: 'add',
        changes: [{ user: PLAIN_USER.id, permissions: ['service.more'] }],
        batch: 'long',
      });
      expect(await problemOf(await post('/audit/revert', { batch: 'long', dryRun: true }))).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        'At most 1000 entries are undone in one request; nothing was changed. Use the command where the database is: ops-admin audit revert --batch long',
      ]);
    });

    it('is 404 for an unknown entry or batch, and 400 for malformed input', async () => {
      const fails = async (payload: unknown) => await problemOf(await post('/audit/revert', payload));
      expect(await fails({ entry: 99 })).to.deep.equal([404, 'NOT_FOUND', 'The audit log has no entry 99']);
      expect(await fails({ batch: 'none' })).to.deep.equal([
        404,
        'NOT_FOUND',
        'The audit log has no batch none',
      ]);
      const three = 'payload must name an entry, entries or a batch, one of the three';
      for (const [payload, message] of [
        [{}, three],
        [{ entry: 1, batch: 'b' }, three],
        [{ entries: [1], batch: 'b' }, three],
        [{ entries: [] }, 'payload.entries must hold at least one of entries'],
        [{ entries: [1, 0] }, 'payload.entries[1] must be the number of an entry'],
        [{ entry: 1, users: ['a'] }, 'payload must name the batch of which users are named'],
        [{ batch: 'b', users: [1] }, 'payload.users[0] must be a string'],
        [{ entry: '1' }, 'payload.entry must be the number of an entry'],
        [{ entry: 1.5 }, 'payload.entry must be the number of an entry'],
        [{ entry: 1, dryrun: true }, 'payload.dryrun is not a member of this body'],
        [{ entry: 1, dryRun: 'true' }, 'payload.dryRun must be true or false'],
        [{ entry: 1, reason: 'x'.repeat(501) }, 'payload.reason must not be longer than 500 characters'],
        [{ batch: 'b', newBatch: 'a b' }, 'payload.newBatch must be 1 to 100 characters from ! to ~'],
        [{ batch: 'a b' }, 'payload.batch must be 1 to 100 characters from ! to ~'],
      ] as const) {
        expect(await fails(payload), message).to.deep.equal([400, 'VALIDATION_ERROR', message]);
      }
    });
  });
});
