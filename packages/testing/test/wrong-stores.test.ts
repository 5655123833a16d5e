import type { OrganisationPorts } from '@ops-admin/testing';
import {
  auditLogContract,
  departmentRepositoryContract,
  type OpenedStore,
  type OpenStore,
  organisationContract,
  permissionStoreContract,
  type StoreSuiteOptions,
  userDirectoryContract,
} from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { type RecordedTest, recordTests } from './recording-runner.ts';
import { inAnotherOrder, type Mistake, storeWith, WRONG_STORES } from './wrong-stores.ts';

/** A reason for each thing that cannot be done to a store. */
const REASONS = {
  break: 'it does not fail',
  reopen: 'it is opened once',
  failDuringChange: 'a write is one step',
  holdLock: 'nothing waits',
  changeDuringRead: 'a read is one step',
  swallow: 'it keeps what is written',
} as const;

describe('The suites of stores', () => {
  /** Tests in memory; those that do something to the store, in a file. */
  const testsOf = (mistake: Mistake): readonly RecordedTest[] => {
    const { open, openFile, options } = storeWith(mistake);
    const record = <Opened extends OpenedStore>(
      how: OpenStore<Opened>,
      given: StoreSuiteOptions<Opened, keyof OrganisationPorts>,
    ) =>
      recordTests((runner) => {
        permissionStoreContract(how, { ...given, runner });
        auditLogContract(how, { ...given, runner });
        departmentRepositoryContract(how, { ...given, runner });
        organisationContract(how, { ...given, runner });
        userDirectoryContract(how, { ...given, runner });
      });
    const inMemory = record(open, {});
    return record(openFile, options).map((test, n) =>
      inMemory[n]?.isSkipped ? test : (inMemory[n] ?? test),
    );
  };
  const RIGHT: Readonly<Record<string, Mistake>> = {
    'without a mistake': (ports) => ports,
    'that makes changes in another order than requested': inAnotherOrder,
  };

  for (const [what, store] of Object.entries(RIGHT)) {
    it(`accept a store ${what}`, async () => {
      for (const { run, title } of testsOf(store)) expect(await run(), title).to.equal(undefined);
    });
  }

  it('report as skipped, with the reason, tests that a store cannot run', () => {
    const { openFile, options: all } = storeWith((ports) => ports);
    const skippedWith = (options: Partial<typeof all> | typeof REASONS) =>
      recordTests((runner) => {
        permissionStoreContract(openFile, { ...options, runner });
        userDirectoryContract(openFile, { ...options, runner });
      }).filter(({ isSkipped }) => isSkipped);
    expect(skippedWith(all)).to.deep.equal([]);
    for (const [options, reasonOf] of [
      [{}, (name: string) => `without ${name}`],
      [REASONS, (name: keyof typeof REASONS) => REASONS[name]],
    ] as const) {
      const titles = skippedWith(options).map(({ title }) => title);
      for (const name of Object.keys(REASONS) as (keyof typeof REASONS)[])
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

  it('report a store that cannot be opened once for each test, with the cause', async () => {
    const failure = new Error('no server');
    const tests = recordTests((runner) => {
      permissionStoreContract(() => Promise.reject(failure), { runner });
      userDirectoryContract(() => Promise.reject(failure), { runner });
    }).filter(({ isSkipped }) => !isSkipped);
    expect(tests).to.not.be.empty;
    for (const { run, title } of tests) expect(await run(), title).to.equal(failure);
  });
});
