import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('ops-admin geocode', function () {
  this.timeout(20_000);
  const workplace = new Workplace();

  it('locates an airport without a database, a network or a provider', async () => {
    const location = await workplace.json('geocode', 'muc');
    expect(location).to.include({ city: 'Munich', state: 'Bavaria', country: 'DE' });
    expect((await workplace.run(['geocode', 'EDDM'])).stdout).to.match(
      /^CITY +Munich\nSTATE +Bavaria\nCOUNTRY +DE\nLAT +48\.35/,
    );
  });

  it('refuses a text that cannot be an address', async () => {
    expect((await workplace.run(['geocode', '  '])).code).to.equal(2);
    expect((await workplace.run(['geocode', 'x'.repeat(513)])).code).to.equal(2);
  });

  describe('with a provider', () => {
    let provider: Server;
    let answer: unknown;
    before(async () => {
      provider = createServer((_request, response) => response.end(JSON.stringify(answer)));
      provider.listen(0, '127.0.0.1');
      await once(provider, 'listening');
    });
    after(() => provider.close());
    const env = () => ({
      OPS_GEOCODERS: 'nominatim',
      OPS_NOMINATIM_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    });

    it('locates an address', async () => {
      answer = [
        { lat: '47.1', lon: '9.5', address: { town: 'Vaduz', state: 'Oberland', country_code: 'li' } },
      ];
      const { code, stdout } = await workplace.run(['geocode', 'Städtle 37, Vaduz', '--json'], {
        env: env(),
      });
      expect(code).to.equal(0);
      expect(JSON.parse(stdout)).to.deep.equal({
        city: 'Vaduz',
        state: 'Oberland',
        country: 'LI',
        lat: 47.1,
        long: 9.5,
      });
    });

    it('exits with 3 where nothing is found', async () => {
      answer = [];
      expect((await workplace.run(['geocode', 'Atlantis'], { env: env() })).code).to.equal(3);
    });
  });
});
