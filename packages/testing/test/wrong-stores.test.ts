import { auditLogContract, permissionStoreContract } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { type RecordedTest, recordTests } from './recording-runner.ts';
import { type Mistake, storeWith, WRONG_STORES } from './wrong-stores.ts';

describe('The suites of stores', () => {
  const testsOf = (mistake: Mistake): readonly RecordedTest[] =>
    recordTests((runner) => {
      const { open, options } = storeWith(mistake);
      permissionStoreContract(open, { ...options, runner });
      auditLogContract(open, { ...options, runner });
    });

  it('let a store pass that has no mistake', async () => {
    for (const { run, title } of testsOf((ports) => ports)) expect(await run(), title).to.equal(undefined);
  });

  for (const [what, { mistake, noticedBy }] of Object.entries(WRONG_STORES)) {
    it(`notice a store that ${what}: ${noticedBy}`, async () => {
      const found = testsOf(mistake).filter(({ title }) => title.endsWith(noticedBy));
      expect(found, 'tests of that name').to.have.length(1);
      const failure = await found[0]?.run();
      // Nor is it a mistake of the test itself.
      expect(failure).to.be.an('error').and.not.an.instanceOf(TypeError);
    });
  }
});
