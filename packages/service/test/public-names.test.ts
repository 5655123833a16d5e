import { expect } from 'chai';

describe('@ops-admin/service', () => {
  it('shows these names and no others', async () => {
    expect(Object.keys(await import('@ops-admin/service')).sort()).to.deep.equal([
      'DEMO_DEPARTMENTS',
      'DEMO_USERS',
      'DEMO_USER_ID',
      'POSTGRES_DATABASE',
      'SQLITE_DATABASE',
      'bindValue',
      'compose',
      'createLogger',
      'describeForeignEntry',
      'describeIssue',
      'isSafeUrl',
      'listSettings',
      'parsedBy',
      'readConfig',
      'readSecret',
      'runAreaCommand',
      'warningsOfUnknown',
    ]);
    expect(Object.keys(await import('@ops-admin/service/config')).sort()).to.deep.equal([
      'MASK',
      'cacheFileOf',
      'isMistypedUrl',
      'isPostgresUrl',
      'keyFileOf',
      'mayHoldPassword',
      'referenceFileOf',
      'shownPlace',
      'withoutEmpty',
    ]);
  });
});
