import { err, errAsync } from '@ops-admin/core';
import { auditOperations, followTrail } from '@ops-admin/core/operations';
import { aDraft, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('followTrail', () => {
  it('returns existing and new entries, each once and in order, also after the store was unavailable', async () => {
    const ports = openOrganisation();
    await ports.organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    const operations = auditOperations(ports);
    await makeChange(ports.permissions, 1, 'add', ['service.m0']);
    let looks = 0;
    const audit: Pick<typeof operations, 'follow'> = {
      follow: (query) => {
        looks += 1;
        return looks === 2
          ? errAsync({ type: 'store-unavailable', cause: new Error('away') })
          : operations.follow(query);
      },
    };
    let waits = 0;
    const untilNext = async () => {
      waits += 1;
      if (waits <= 3) await makeChange(ports.permissions, 1, 'add', [`service.m${waits}`]);
      return waits < 5;
    };
    const seen = [];
    for await (const entry of followTrail(audit, { after: 0, untilNext }))
      seen.push(...entry._unsafeUnwrap().added);
    expect(seen).to.deep.equal(['service.m0', 'service.m1', 'service.m2', 'service.m3']);
  });

  it('ends with a permanent error', async () => {
    const audit = auditOperations(openOrganisation());
    const untilNext = () => Promise.reject(new Error('not asked'));
    const seen = [];
    for await (const entry of followTrail(audit, { after: 9, untilNext })) seen.push(entry);
    expect(seen).to.deep.equal([err({ type: 'feed-gone', after: 9, newestId: 0 })]);
  });
});
