import { openSqlite } from '@ops-admin/adapter-sqlite';
import { departmentOperations } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, aSigner } from '@ops-admin/testing';
import { expect } from 'chai';
import { searchDepartments } from '../dist/search-departments.js';

describe('searchDepartments', () => {
  const stores = openSqlite({ file: ':memory:' })._unsafeUnwrap();
  const departments = departmentOperations(stores);
  const found = async (search: string, limit?: number) =>
    (await searchDepartments(departments, search, limit))._unsafeUnwrap().map(({ _id }) => _id);

  before(async () => {
    const crew = { parentId: anId(2), name: 'Ground Crew', description: 'Turnarounds by night' };
    const all = [1, 2, 3, 4, 5, 6].map((n) => aDepartment(n, n === 4 ? crew : {}));
    (await stores.sealedBy(aSigner()).organisation.importDepartments(all, aDraft()))._unsafeUnwrap();
  });
  after(() => stores.close());

  for (const search of ['GROUND', 'crew', 'by NIGHT', anId(4)]) {
    it(`finds it by ${search}`, async () => expect(await found(search)).to.deep.equal([anId(4)]));
  }
  for (const search of ['day', 'crewturn', `${anId(4).slice(-4)}x`]) {
    it(`does not find it by ${search}`, async () => expect(await found(search)).to.deep.equal([]));
  }

  it('finds matches anywhere in the list, up to the limit', async () => {
    expect(await found('00', 1)).to.deep.equal([anId(6)]);
    expect(await found(anId(1))).to.deep.equal([anId(1)]);
  });
});
