import {
  auditLogContract,
  departmentRepositoryContract,
  permissionStoreContract,
  userDirectoryContract,
} from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { IN_MEMORY } from './open-in-memory.ts';
import { type RecordedTest, recordTests } from './recording-runner.ts';
import { inAnotherOrder, type Mistake, storeWith, WRONG_STORES } from './wrong-stores.ts';

describe('The suites of stores', () => {
  const testsOf = (mistake: Mistake): readonly RecordedTest[] =>
    recordTests((runner) => {
      const { open, options } = storeWith(mistake);
      permissionStoreContract(open, { ...options, runner });
      auditLogContract(open, { ...options, runner });
      departmentRepositoryContract(open, { ...options, runner });
      userDirectoryContract(open, { ...options, runner });
    });
  const RIGHT: Readonly<Record<string, Mistake>> = {
    'that has no mistake': (ports) => ports,
    'that makes changes in another order than they were asked for': inAnotherOrder,
  };

  for (const [what, store] of Object.entries(RIGHT)) {
    it(`let a store pass ${what}`, async () => {
      for (const { run, title } of testsOf(store)) expect(await run(), title).to.equal(undefined);
    });
  }

  it('report as skipped, with the reason, what cannot be done to a store', () => {
    const { open } = storeWith((ports) => ports);
    const skippedWith = (options: Partial<ReturnType<typeof storeWith>['options']> | typeof IN_MEMORY) =>
      recordTests((runner) => {
        permissionStoreContract(open, { ...options, runner });
        userDirectoryContract(open, { ...options, runner });
      }).filter(({ isSkipped }) => isSkipped);
    expect(skippedWith(storeWith((ports) => ports).options)).to.deep.equal([]);
    for (const [options, reasonOf] of [
      [{}, (name: string) => `without ${name}`],
      [IN_MEMORY, (name: keyof typeof IN_MEMORY) => IN_MEMORY[name]],
    ] as const) {
      const titles = skippedWith(options).map(({ title }) => title);
      for (const name of Object.keys(IN_MEMORY) as (keyof typeof IN_MEMORY)[])
        expect(
          titles.filter((title) => title.endsWith(`(${reasonOf(name)})`)),
          name,
        ).not.to.deep.equal([]);
    }
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

  it('report a store that cannot be opened once for each test, with why', async () => {
    const failure = new Error('no server');
    const tests = recordTests((runner) => {
      permissionStoreContract(() => Promise.reject(failure), { runner });
      userDirectoryContract(() => Promise.reject(failure), { runner });
    }).filter(({ isSkipped }) => !isSkipped);
    expect(tests).to.not.be.empty;
    for (const { run, title } of tests) expect(await run(), title).to.equal(failure);
  });
});
