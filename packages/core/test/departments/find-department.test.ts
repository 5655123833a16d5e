import { describeUnknownDepartment, findDepartment, findDepartments } from '@ops-admin/core/operations';
import { aDepartment, anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('findDepartment', () => {
  const { departments, organisation } = openOrganisation();

  before(async () => {
    await organisation.importDepartments([
      aDepartment(1, { code: 'OPS' }),
      aDepartment(2, { code: 'TWIN' }),
      aDepartment(3, { code: 'TWIN' }),
    ]);
  });

  const found = async (name: string) =>
    (await findDepartment(departments, name)).match(
      (id): string => id,
      (error) => (error.type === 'store-unavailable' ? error.type : describeUnknownDepartment(error)),
    );

  it('finds one by its id or its code', async () => {
    expect(await found(anId(1))).to.equal(anId(1));
    expect(await found('OPS')).to.equal(anId(1));
  });

  it('says whether there is none, or more than one', async () => {
    expect(await found('ops')).to.equal('no department has the id or the code "ops"');
    expect(await found('TWIN')).to.equal(
      `several departments have the code "TWIN"; write the id: ${anId(2)}, ${anId(3)}`,
    );
  });

  it('finds many by one look-up', async () => {
    const named = (await findDepartments(departments, ['OPS', 'TWIN', 'OPS', anId(3)]))._unsafeUnwrap();
    expect([...named.keys()]).to.deep.equal(['OPS', 'TWIN', anId(3)]);
    expect(named.get('OPS')?._unsafeUnwrap()).to.equal(anId(1));
    expect(named.get('TWIN')?._unsafeUnwrapErr()).to.deep.equal({
      type: 'ambiguous-department',
      department: 'TWIN',
      candidates: [anId(2), anId(3)],
    });
  });
});
