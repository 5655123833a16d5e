import { AS_IT_COMES, aDraft, aPersonChange, aRequest, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER } from './open-service.ts';
import { rawClient, readAnswer } from './raw-client.ts';

/** Access counts at the moment of the change, not before the body arrived. */
describe('The second check of a change', () => {
  const RIGHT = 'service.admin.access';
  const other = aUser(3, { permissions: [RIGHT] });
  let service: OpenService;

  let laterMs: number;

  beforeEach(async () => {
    laterMs = 0;
    service = await openService({ clock: () => new Date(Date.now() + laterMs) });
    await service.ports.organisation.importUsers([other], aDraft({ action: 'set' }));
  });
  afterEach(() => service.close());

  const held = async (id: typeof ADMIN.id) => [...(await service.ports.permissions.find(id))._unsafeUnwrap()];
  const bodyFor = (userId: string, permissions: string[]) =>
    JSON.stringify({ payload: { userId, permissions } });
  const change = async (by: typeof ADMIN, verb: 'add' | 'remove', userId: string) =>
    (
      await fetch(`${service.url}/user/${verb}-permissions`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${await service.tokenOf(by.id)}`,
          'content-type': 'application/json',
        },
        body: bodyFor(userId, [RIGHT]),
      })
    ).status;

  /** Sends the headers, waits until they are judged and `meanwhile` has happened, and sends the body. */
  async function heldBack(
    token: string,
    meanwhile: () => Promise<unknown>,
    { body, line } = { line: 'PUT /user/add-permissions', body: bodyFor(ADMIN.id, [RIGHT]) },
  ): Promise<readonly [status: number, code: string, headers: string]> {
    const client = await rawClient(service.port);
    client.socket.write(
      `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body[0]}`,
    );
    // Another request is judged after it.
    await service.request('/department/list/0/1');
    await meanwhile();
    client.socket.write(body.slice(1));
    const answer = readAnswer((await client.ended).text);
    return [answer.status, JSON.parse(answer.body).error?.code, answer.headers];
  }

  /** How an admin stops being one, how they are one again, and how their request is refused then. */
  const LOSSES = {
    'had been removed': {
      loss: aRequest(1, 'remove', [RIGHT]),
      return: aRequest(1, 'add', [RIGHT]),
      refusal: [403, 'FORBIDDEN', 'insufficient_scope'],
    },
    'had been deactivated': {
      loss: aPersonChange(1, { action: 'deactivate' }),
      return: aPersonChange(1, { action: 'activate' }),
      refusal: [401, 'UNAUTHORIZED', 'invalid_token'],
    },
  } as const;
  const newestEntry = async () =>
    (await service.ports.audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap()[0]?.action;

  for (const [what, { loss, refusal, return: back }] of Object.entries(LOSSES)) {
    it(`refuses a body that was held back until its admin ${what}, for every action`, async () => {
      const change = async (request: typeof loss | typeof back) =>
        await service.ports.permissions.change([request], AS_IT_COMES);
      const add = { action: 'add', changes: [{ user: ADMIN.id, permissions: [RIGHT] }] };
      for (const [line, payload] of [
        ['PUT /user/add-permissions', { userId: ADMIN.id, permissions: [RIGHT] }],
        ['POST /user/change-permissions', add],
        ['POST /audit/revert', { entry: 1, keepAdmin: false }],
        ['POST /user/create', { permissions: [RIGHT] }],
        ['PUT /user/update', { userId: PLAIN_USER.id, emails: [] }],
        ['PUT /user/set-active', { userId: ADMIN.id, active: true }],
        ['PUT /user/set-active', { userId: PLAIN_USER.id, active: false }],
        ['PUT /user/set-identity', { userId: ADMIN.id, issuer: 'i', subject: 's', linked: true }],
        ['POST /user/erase', { userId: PLAIN_USER.id }],
      ] as const) {
        const body = JSON.stringify({ payload });
        const token = await service.tokenOf(ADMIN.id);
        const [status, code, headers] = await heldBack(token, () => change(loss), { line, body });
        const [, , challenge] = refusal;
        expect([status, code, headers.includes(challenge)], line).to.deep.equal([
          ...refusal.slice(0, 2),
          true,
        ]);
        expect(await newestEntry(), line).to.equal(loss.draft.action);
        await change(back);
      }
    });
  }

  it('refuses a body that was held back until its token had expired', async () => {
    const token = await service.tokenOf(ADMIN.id, 60);
    const [status, code, headers] = await heldBack(token, async () => {
      laterMs = 120_000;
    });
    expect([status, code]).to.deep.equal([401, 'UNAUTHORIZED']);
    expect(headers).to.include('invalid_token');
    // The three of the import.
    expect((await service.ports.audit.list({ limit: 10 }))._unsafeUnwrap()).to.have.length(3);
  });

  it('lets exactly one of two admins succeed who concurrently remove each other', async () => {
    for (let round = 0; round < 30; round++) {
      const statuses = await Promise.all([
        change(ADMIN, 'remove', other.id),
        change(other, 'remove', ADMIN.id),
      ]);
      expect(statuses.sort(), `round ${round}`).to.deep.equal([200, 403]);
      for (const n of [1, 3]) await makeChange(service.ports.permissions, n, 'add', [RIGHT]);
    }
  });

  it('does not let removed admins restore themselves', async () => {
    for (let round = 0; round < 150; round++) {
      const removed = change(other, 'remove', ADMIN.id);
      const regained = change(ADMIN, 'add', ADMIN.id);
      expect(await removed).to.equal(200);
      // What came before the removal was taken by it; what came after was refused.
      await regained;
      expect(await held(ADMIN.id), `round ${round}`).to.deep.equal([]);
      await makeChange(service.ports.permissions, 1, 'add', [RIGHT]);
    }
  });

  it('still lets admins remove their own access, and change others before', async () => {
    expect(await change(ADMIN, 'add', PLAIN_USER.id)).to.equal(200);
    expect(await change(ADMIN, 'remove', ADMIN.id)).to.equal(200);
    expect(await change(ADMIN, 'add', ADMIN.id)).to.equal(403);
  });
});
