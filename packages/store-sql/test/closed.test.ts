import { AS_IT_COMES, aDraft, aLink, anId, anIdentity, aRequest } from '@ops-admin/testing';
import { expect } from 'chai';
import { DATABASES, openOf } from './databases.ts';

for (const { make, name } of DATABASES) {
  describe(`A closed database in ${name}`, () => {
    it('is store-unavailable for every port', async () => {
      const database = await make();
      const { close, ports } = await openOf(database);
      await close();
      const results = await Promise.all([
        ports.audit.list({ limit: 1 }),
        ports.departments.list({ start: 0 }),
        ports.health.check(),
        ports.permissions.change([aLink(1, 'link', anIdentity('a'))], AS_IT_COMES),
        ports.audit.entriesOf([{ userId: anId(1), afterId: 0 }]),
        ports.organisation.importDepartments([], aDraft()),
        ports.organisation.importUsers([], { ...aDraft(), action: 'set' }),
        ports.permissions.find(anId(1)),
        ports.permissions.change([aRequest(1, 'remove', [])], AS_IT_COMES),
        ports.permissions.change([aRequest(1, 'remove', [])], { ...AS_IT_COMES, dryRun: true }),
        ports.users.list(),
        ports.users.find(anId(1)),
        ports.users.idsByEmail(['a@example.org']),
        ports.users.rightsOf([{ identity: { issuer: 'i', subject: 's' } }]),
      ]);
      for (const result of results) expect(result._unsafeUnwrapErr().type).to.equal('store-unavailable');
      await database.drop();
    });
  });
}
