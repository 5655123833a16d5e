import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { resultOf } from './ask-provider.ts';
import { LOCATIONIQ } from './fixtures/locationiq.ts';
import type { Reply } from './fixtures/provider-fixture.ts';

describe('LocationIQ', () => {
  const servers = localServers();

  const rows: [reply: Reply, type: string][] = [
    [{ status: 404, body: { error: 'Unable to geocode' } }, 'location-not-found'],
    [{ status: 404, body: { error: 'Imagery not found' } }, 'lookup-unavailable'],
    [{ status: 404, body: 'Unable to geocode' }, 'lookup-unavailable'],
    [{ status: 404, body: {} }, 'lookup-unavailable'],
    [{ status: 500, body: { error: 'Unable to geocode' } }, 'lookup-unavailable'],
    [{ status: 200, body: { error: 'Unable to geocode' } }, 'lookup-unavailable'],
    [{ status: 200, body: [] }, 'location-not-found'],
    [{ status: 400, body: { error: 'Invalid Request' } }, 'lookup-unavailable'],
    [{ status: 401, body: { error: 'Key not active - Please write to support' } }, 'lookup-refused'],
    [{ status: 402, body: {} }, 'lookup-refused'],
    [{ status: 403, body: { error: 'Access restricted' } }, 'lookup-refused'],
    [{ status: 429, body: { error: 'Rate Limited Second' } }, 'quota-exceeded'],
  ];
  for (const [reply, type] of rows) {
    it(`is ${type} for ${reply.status} ${JSON.stringify(reply.body)}`, async () => {
      expect((await resultOf(servers, LOCATIONIQ, reply))._unsafeUnwrapErr().type).to.equal(type);
    });
  }
});
