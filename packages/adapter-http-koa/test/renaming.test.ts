import { aDraft, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

describe('POST /permission/rename', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());

  const send = (payload: object) =>
    service.request('/permission/rename', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payload }),
    });
  const rename = async (payload: object) => {
    const response = await send(payload);
    expect(response.status).to.equal(200);
    return (await response.json()) as { message: string; data: { results: object[]; batch: string | null } };
  };
  const held = async () => [...(await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap()];

  it('renames for all users, in one batch, and counts users whose access grows', async () => {
    const names = { from: 'odd one', to: 'service.admin.*', reason: 'ticket 7' };
    const widening = { module: 'admin', wholeModule: 1, inUse: 1, newAdmins: 1 };
    const tried = await rename({ ...names, dryRun: true });
    expect(tried.message).to.equal('Dry run: nothing was changed');
    expect(tried.data).to.deep.include({ batch: null, widening });
    expect(await held()).to.include('odd one');
    const { data, message } = await rename({ ...names, batch: 'odd' });
    expect(message).to.equal('Permission renamed');
    expect(data).to.deep.include({ batch: 'odd', dryRun: false, leavesNoAdmin: false, widening });
    expect(data.results[0]).to.deep.include({
      userId: PLAIN_USER.id,
      result: 'renamed',
      added: ['service.admin.*'],
      removed: ['odd one'],
    });
    expect(await held())
      .to.include('service.admin.*')
      .and.not.include('odd one');
    const none = await rename({ ...names, to: 'service.odd' });
    expect([none.message, none.data]).to.deep.equal([
      'Nothing was changed',
      { batch: null, dryRun: false, results: [], leavesNoAdmin: false },
    ]);
  });

  it('refuses names that do not match, and a malformed name', async () => {
    for (const [payload, message] of [
      [{ from: 'odd one', to: 'odd two' }, /payload\.to must be service\.<module>/],
      [{ from: '', to: 'service.a' }, /payload\.from must not be empty/],
      [{ from: 'service.a', to: 'service.a' }, /another name/],
      [{ from: 'service.a.*', to: 'service.b.read' }, /a whole module/],
      [{ from: 'service.a', to: 'service.b', atomic: true }, /payload\.atomic is not a member/],
    ] as const) {
      expect((await problemOf(await send(payload)))[2]).to.match(message);
    }
  });

  it('counts the characters of a name, as every list of permissions does', async () => {
    const to = 'service.odd';
    expect((await send({ from: '😀'.repeat(256), to })).status).to.equal(200);
    expect((await send({ from: '😀'.repeat(257), to })).status).to.equal(400);
  });

  it('logs that it removed the last admin, as every other change does', async () => {
    const names = { from: 'service.admin.*', to: 'service.boss.*', keepAdmin: false };
    const warnings = () =>
      service.logged
        .filter(({ level }) => level === 'warn')
        .map(({ fields: { batch }, message }) => [message, batch]);
    await rename({ ...names, dryRun: true });
    expect(warnings()).to.deep.equal([]);
    await rename({ ...names, batch: 'boss' });
    expect(warnings()).to.deep.equal([['the last admin is gone', 'boss']]);
  });

  it('keeps the last admin', async () => {
    const { data, message } = await rename({ from: 'service.admin.*', to: 'service.boss.*' });
    expect([message, data.results]).to.satisfy(
      ([said, [row]]: [string, { result: string }[]]) =>
        said === 'Nothing was changed' && row?.result === 'no-admin-left',
    );
  });

  it('is for at most 1,000 users; for more it names the command', async () => {
    const holders = Array.from({ length: 1_001 }, (_, n) => aUser(n + 10, { permissions: ['many'] }));
    (await service.ports.organisation.importUsers(holders, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    expect((await problemOf(await send({ from: 'many', to: 'service.many' })))[2]).to.match(
      /At most 1000 users .*nothing was changed.*ops-admin permissions rename/,
    );
  });
});
