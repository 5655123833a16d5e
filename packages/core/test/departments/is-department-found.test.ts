import { aDepartment, anId } from '@ops-admin/core/fakes';
import { isDepartmentFound } from '@ops-admin/core/jobs';
import { expect } from 'chai';

describe('isDepartmentFound', () => {
  const department = aDepartment(5, { name: 'Ground Crew', description: 'Turnarounds by night' });
  for (const search of ['GROUND', 'crew', 'by NIGHT', anId(5).slice(0, 8), anId(5)]) {
    it(`finds it by ${search}`, () => expect(isDepartmentFound(department, search)).to.equal(true));
  }
  for (const search of ['day', anId(5).slice(-4), 'crewturn']) {
    it(`does not find it by ${search}`, () => expect(isDepartmentFound(department, search)).to.equal(false));
  }
});
