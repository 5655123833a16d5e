import { type DepartmentPage, errAsync, okAsync } from '@ops-admin/core';
import { aDepartment, aDraft, anId, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { type OpenService, openService, problemOf } from './open-service.ts';

describe('GET /department/list/{start}/{end}', () => {
  let service: OpenService;
  before(async () => {
    service = await openService();
    const manager = aUser(9, { permissions: ['service.secret.read'] });
    await service.ports.organisation.importUsers([manager], { ...aDraft(), action: 'set' });
    await service.ports.organisation.importDepartments(
      [
        ...Array.from({ length: 24 }, (_, n) => aDepartment(n + 1)),
        aDepartment(25, { parentId: anId(1), managerId: manager.id }),
      ],
      aDraft(),
    );
  });
  after(() => service.close());

  async function list(start: string | number, end: string | number) {
    const response = await service.request(`/department/list/${start}/${end}`);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    return (await response.json()) as {
      message: string;
      data: { total: number; departments: Record<string, unknown>[] };
    };
  }
  const names = async (start: string | number, end: string | number) =>
    (await list(start, end)).data.departments.map(({ name }) => name);
  const range = (from: number, to: number) =>
    Array.from({ length: from - to }, (_, n) => `Department ${from - n}`);

  it('answers with a message, the total, and departments with exactly the fields of the interface', async () => {
    const body = await list(0, 2);
    expect(body.message).to.be.a('string').and.not.equal('');
    expect(Object.keys(body)).to.deep.equal(['message', 'data']);
    expect(Object.keys(body.data)).to.deep.equal(['total', 'departments']);
    expect(body.data.total).to.equal(25);
    expect(body.data.departments).to.deep.equal([
      {
        _id: anId(25),
        name: 'Department 25',
        description: 'What department 25 does',
        parentId: anId(1),
        createdAt: '2026-01-01T00:00:25.000Z',
        updatedAt: '2026-01-01T00:00:25.000Z',
        parentDepartment: {
          _id: anId(1),
          name: 'Department 1',
          description: 'What department 1 does',
          code: 'D1',
        },
        manager: {
          _id: anId(9),
          emails: ['user9@example.org'],
          personalInformation: { firstName: 'First9', lastName: 'Last9', name: 'First9 Last9' },
        },
      },
      {
        _id: anId(24),
        name: 'Department 24',
        description: 'What department 24 does',
        parentId: null,
        createdAt: '2026-01-01T00:00:24.000Z',
        updatedAt: '2026-01-01T00:00:24.000Z',
      },
    ]);
  });

  it('returns all from 0 to 0', async () => {
    expect(await names(0, 0)).to.deep.equal(range(25, 0));
  });

  it('returns the first ten from 0 to 10, and the eleventh to the twentieth from 10 to 20', async () => {
    expect(await names(0, 10)).to.deep.equal(range(25, 15));
    expect(await names(10, 20)).to.deep.equal(range(15, 5));
  });

  it('has no upper bound with an end of 0', async () => {
    expect(await names(20, 0)).to.deep.equal(range(5, 0));
  });

  it('returns an empty page with the true total after the end', async () => {
    for (const [start, end] of [
      [25, 30],
      [25, 0],
      [20, 10],
      ['9007199254740991', '9007199254740991'],
    ] as const) {
      expect((await list(start, end)).data).to.deep.equal({ total: 25, departments: [] });
    }
  });

  const bad = [
    '-1',
    '1.5',
    'abc',
    '1e3',
    '%31x',
    '9007199254740992',
    '+1',
    '%00',
    '%',
    '%zz',
    '%E0%A4%A',
    '１',
  ];
  for (const index of bad) {
    it(`answers 400 to the index ${index}`, async () => {
      for (const [path, bound] of [
        [`/department/list/${index}/10`, 'start'],
        [`/department/list/0/${index}`, 'end'],
      ] as const) {
        const [status, code, message] = await problemOf(await service.request(path));
        expect([status, code]).to.deep.equal([400, 'VALIDATION_ERROR']);
        expect(message).to.match(new RegExp(`^${bound} must be`));
      }
    });
  }

  it('answers 500 when departments cannot be read', async () => {
    const broken = await openService({
      ports: { departments: { list: () => errAsync({ type: 'store-unavailable', cause: 'gone' }) } },
    });
    for (const path of ['/department/list/0/0', '/department/hierarchy']) {
      expect((await problemOf(await broken.request(path))).slice(0, 2)).to.deep.equal([500, 'SERVER_ERROR']);
    }
    await broken.close();
  });
});

describe('GET /department/hierarchy', () => {
  it('answers with the departments below their parents', async () => {
    const service = await openService();
    await service.ports.organisation.importDepartments(
      [
        aDepartment(1),
        aDepartment(2, { parentId: anId(1) }),
        aDepartment(3, { parentId: anId(2) }),
        aDepartment(4),
      ],
      aDraft(),
    );
    const body = (await (await service.request('/department/hierarchy')).json()) as {
      data: {
        total: number;
        departments: { name: string; children: { name: string; children: unknown[] }[] }[];
      };
    };
    await service.close();

    expect(body.data.total).to.equal(4);
    const [newest, oldest] = body.data.departments;
    expect(newest).to.deep.include({ name: 'Department 4', children: [] });
    expect(oldest?.name).to.equal('Department 1');
    expect(oldest?.children).to.have.length(1);
    expect(oldest?.children[0]).to.deep.include({ name: 'Department 2', _id: anId(2) });
    expect(oldest?.children[0]?.children).to.have.length(1);
  });
});

describe('GET /department/hierarchy of departments in a chain', () => {
  interface Node {
    readonly name: string;
    readonly parentDepartment?: { readonly name: string };
    readonly children: readonly Node[];
  }

  for (const depth of [3_000, 20_000]) {
    it(`answers with ${depth} levels, with a tag`, async () => {
      // As a program of its own mounts it, so that no schema checks the answer: those that can are not as deep.
      const service = await openService({ mount: (app) => app });
      const chain = Array.from({ length: depth }, (_, n) =>
        aDepartment(n + 1, n === 0 ? {} : { parentId: anId(n) }),
      );
      await service.ports.organisation.importDepartments(chain, aDraft());
      const response = await service.request('/department/hierarchy');
      expect(response.status).to.equal(200);
      const { data } = (await response.json()) as { data: { total: number; departments: readonly Node[] } };
      expect(data.total).to.equal(depth);
      let level = data.departments;
      for (let n = 1; n <= depth; n++) {
        const [node, ...others] = level as [Node, ...Node[]];
        if (node.name !== `Department ${n}` || others.length > 0)
          throw new Error(`not in the chain: ${node.name}`);
        if (n > 1 && node.parentDepartment?.name !== `Department ${n - 1}`) throw new Error('not its parent');
        level = node.children;
      }
      expect(level).to.deep.equal([]);
      const headers = { 'if-none-match': response.headers.get('etag') as string };
      expect((await service.request('/department/hierarchy', { headers })).status).to.equal(304);
      await service.close();
    });
  }
});

describe('A store that reports revisions', () => {
  /** What each request finds: how many departments there are, and the revision. */
  type Moment = readonly [total: number, revision?: string];
  const totalsAndTags = async (given: readonly Moment[]) => {
    let now = 0;
    const list = () => okAsync<DepartmentPage>({ total: given[now]?.[0] ?? 0, departments: [] });
    const revision = () => okAsync(given[now]?.[1]);
    const service = await openService({ ports: { departments: { list, revision } } });
    const totals: number[] = [];
    const tags = new Set<string | null>();
    for (now = 0; now < given.length; now++) {
      const response = await service.request('/department/list/0/10');
      tags.add(response.headers.get('etag'));
      totals.push(((await response.json()) as { data: DepartmentPage }).data.total);
    }
    await service.close();
    return { totals, tags: tags.size };
  };

  it('is answered with the same text for the same revision, and with another for another', async () => {
    // What the second moment holds is not looked at: its revision says that it is the first.
    const given: Moment[] = [
      [1, 'a'],
      [9, 'a'],
      [2, 'b'],
      [1, 'a'],
      [3, 'c'],
    ];
    expect(await totalsAndTags(given)).to.deep.equal({ totals: [1, 1, 2, 1, 3], tags: 3 });
  });

  it('is answered with a new text where it does not know the revision', async () => {
    expect(await totalsAndTags([[1], [2], [2, 'a'], [3], [1]])).to.deep.equal({
      totals: [1, 2, 2, 3, 1],
      tags: 3,
    });
  });

  it('has the same tag for the same answer, whatever its revision', async () => {
    expect((await totalsAndTags([[1, 'a'], [1, 'b'], [1]])).tags).to.equal(1);
  });

  it('fails where it cannot read its revision', async () => {
    const list = () => okAsync<DepartmentPage>({ total: 1, departments: [] });
    const revision = () => errAsync({ type: 'store-unavailable' as const, cause: new Error('gone') });
    const service = await openService({ ports: { departments: { list, revision } } });
    expect((await service.request('/department/list/0/10')).status).to.equal(500);
    await service.close();
  });
});
