import { describeUnknownDepartment, findDepartment, findDepartments } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('findDepartment', () => {
  const { departments, organisation } = openOrganisation();

  before(async () => {
    await organisation.importDepartments(
      [aDepartment(1, { code: 'OPS' }), aDepartment(2, { code: 'Ops 2' }), aDepartment(3)],
      aDraft(),
    );
  });

  const found = async (name: string) =>
    (await findDepartment(departments, name)).match(
      (id): string => id,
      (error) => (error.type === 'store-unavailable' ? error.type : describeUnknownDepartment(error)),
    );

  it('finds one by its id or its code', async () => {
    expect(await found(anId(1))).to.equal(anId(1));
    expect(await found('OPS')).to.equal(anId(1));
    expect(await found(' ops 2')).to.equal(anId(2));
  });

  it('reports a missing department', async () => {
    expect(await found('op')).to.equal('no department has the id or the code "op"');
  });

  it('finds many by one look-up', async () => {
    const named = (await findDepartments(departments, ['OPS', 'none', 'OPS', anId(3)]))._unsafeUnwrap();
    expect([...named.keys()]).to.deep.equal(['OPS', 'none', anId(3)]);
    expect(named.get('OPS')?._unsafeUnwrap()).to.equal(anId(1));
    expect(named.get(anId(3))?._unsafeUnwrap()).to.equal(anId(3));
    expect(named.get('none')?._unsafeUnwrapErr()).to.deep.equal({
      type: 'department-not-found',
      department: 'none',
    });
  });
});
