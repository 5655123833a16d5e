import { ENDPOINTS, type Endpoint } from '@ops-admin/adapter-http-koa';
import { aDraft, anId, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { type OpenService, openOrganisation, openService } from './open-service.ts';

/** Access is checked before any work: a refused caller costs only one read of their own permissions. */
describe('Before access is checked', () => {
  const own = aUser(7, { identities: [{ issuer: 'https://id.example', subject: 'seven' }] });
  const other = aUser(8, { identities: [{ issuer: 'https://id.example', subject: 'eight' }] });
  let service: OpenService;
  let reads: string[] = [];

  before(async () => {
    const organisation = openOrganisation();
    (
      await organisation.organisation.importUsers([own, other], { ...aDraft(), action: 'set' })
    )._unsafeUnwrap();
    const counted = Object.fromEntries(
      Object.entries(organisation).map(([name, store]) => [name, countedStore(name, store)]),
    ) as unknown as typeof organisation;
    service = await openService({ ports: counted });
  });
  after(() => service.close());
  beforeEach(() => {
    reads = [];
  });

  /** A store that names each of its methods that is called, and whom it is asked about. */
  function countedStore<Store>(name: string, store: Store): Store {
    if (typeof store !== 'object' || store === null) return store;
    return new Proxy(store, {
      get: (of, member) => {
        const value = Reflect.get(of, member);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          reads.push(`${name}.${String(member)} ${JSON.stringify(given[0])}`);
          return value.apply(of, given);
        };
      },
    });
  }

  const ask = async (endpoint: Pick<Endpoint, 'method' | 'path'>, authorization?: string, body?: object) =>
    await fetch(service.url + endpoint.path.replace(/\{userId\}/, other.id).replace(/\{\w+\}/g, '1'), {
      method: endpoint.method.toUpperCase(),
      headers: {
        ...(authorization !== undefined && { authorization }),
        'content-type': 'application/json',
        'if-match': '"x"',
        'if-none-match': '*',
        accept: 'text/csv',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const examplesOf = ({ body }: Endpoint): (object | undefined)[] => {
    const examples = Object.values(body?.examples ?? {}).map(({ value }) => value);
    return body ? [...examples, {}, { payload: { dryRun: true } }] : [undefined];
  };

  for (const endpoint of ENDPOINTS) {
    const { method, path, rights } = endpoint;
    if (rights.who === 'anyone') continue;

    it(`${method.toUpperCase()} ${path} reads nothing for a caller without a valid token`, async () => {
      for (const authorization of [undefined, 'Bearer x', `Bearer ${await service.tokenOf(own.id, -60)}`])
        for (const body of examplesOf(endpoint)) {
          const { status } = await ask(endpoint, authorization, body);
          expect([status, reads]).to.deep.equal([401, []]);
        }
    });

    if (rights.who !== 'admin') continue;
    it(`${method.toUpperCase()} ${path} reads the permissions of a caller without access, and nothing else`, async () => {
      for (const body of examplesOf(endpoint)) {
        reads = [];
        const { status } = await ask(endpoint, `Bearer ${await service.tokenOf(own.id)}`, body);
        expect([status, reads]).to.deep.equal([
          rights.notAdmin.status,
          [`permissions.find ${JSON.stringify(own.id)}`],
        ]);
      }
    });
  }

  for (const path of ['/access/v1/evaluation', '/access/v1/evaluations'])
    it(`POST ${path} reads only the caller, for any subject in the request`, async () => {
      const asked = { action: { name: 'read' }, resource: { type: 'tickets', id: 'any' } };
      const about = async (subject: object) => {
        reads = [];
        const answer = await ask({ method: 'post', path }, `Bearer ${await service.tokenOf(own.id)}`, {
          ...asked,
          subject,
          ...(path.endsWith('s') && { evaluations: Array.from({ length: 20 }, () => ({})) }),
        });
        return [answer.status, reads.filter((read) => !read.includes(JSON.stringify(own.id)))] as const;
      };
      const identity = (subject: string) => ({ issuer: 'https://id.example', subject });
      for (const subject of [
        { type: 'user', id: other.id },
        { type: 'user', id: anId(99) },
        { type: 'user', id: other.emails[0] },
        { type: 'user', id: 'nobody@example.org' },
        { type: 'user', id: own.id, properties: identity('eight') },
        { type: 'user', id: own.id, properties: identity('nobody') },
        { type: 'group', id: own.id },
        { type: 'user', id: 'neither' },
      ])
        expect(await about(subject), JSON.stringify(subject)).to.deep.equal([403, []]);
      for (const subject of [
        { type: 'user', id: own.id },
        { type: 'user', id: own.id.toUpperCase() },
        { type: 'user', id: own.emails[0]?.toUpperCase() },
        { type: 'user', id: 'x', properties: identity('seven') },
      ])
        expect((await about(subject))[0], JSON.stringify(subject)).to.equal(200);
    });
});
