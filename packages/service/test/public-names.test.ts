import { expect } from 'chai';

describe('@ops-admin/service', () => {
  it('shows these names and no others', async () => {
    expect(Object.keys(await import('@ops-admin/service')).sort()).to.deep.equal([
      'DEMO_DEPARTMENTS',
      'DEMO_USERS',
      'DEMO_USER_ID',
      'cacheFileOf',
      'compose',
      'createLogger',
      'describeForeignEntry',
      'describeIssue',
      'isPostgresUrl',
      'keyFileOf',
      'listSettings',
      'parsedBy',
      'readConfig',
      'referenceFileOf',
      'shownPlace',
      'warningsOfUnknown',
      'withoutEmpty',
    ]);
  });
});
