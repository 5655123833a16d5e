import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

describe('ops-admin geocode', () => {
  const workplace = new Workplace();

  it('locates an airport without a database, a network or a provider', async () => {
    const location = await workplace.json('geocode', 'muc');
    expect(location).to.include({ city: 'Munich', state: 'Bavaria', country: 'DE' });
    expect((await workplace.run(['geocode', 'EDDM'])).stdout).to.match(
      /^CITY +Munich\nSTATE +Bavaria\nCOUNTRY +DE\nLAT +48\.35/,
    );
  });

  const textsIn = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { text: string }).text);

  it('reads each code in upper case as an airport, a line each', async () => {
    const { code, stdout } = await workplace.run(['geocode', 'EDDM', 'JFK']);
    expect(code).to.equal(0);
    expect(stdout).to.match(
      /^EDDM: Munich, Bavaria, DE \(48\.35.*\)\nJFK: New York, New York, US \(40\..*\)\n$/,
    );
    const json = (await workplace.run(['geocode', 'EDDM', 'JFK', '--json'])).stdout;
    expect(textsIn(json)).to.deep.equal(['EDDM', 'JFK']);
    expect(JSON.parse(json.split('\n')[0] ?? '')).to.include({ city: 'Munich', country: 'DE' });
  });

  it('reads other words as one address', async () => {
    const location = await workplace.json('geocode', 'San', 'José,', 'Costa', 'Rica');
    expect(location).to.include({ city: 'San José', country: 'CR' });
    expect(await workplace.json('geocode', 'Lima', 'PE')).to.include({ city: 'Lima', country: 'PE' });
  });

  it('reads each argument as an address where one holds a space, and continues after unknown ones', async () => {
    const { code, stderr, stdout } = await workplace.run(['geocode', 'Lima, Peru', 'Xqzzy', 'JFK', '--json']);
    expect(code).to.equal(4);
    expect(textsIn(stdout)).to.deep.equal(['Lima, Peru', 'Xqzzy', 'JFK']);
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).to.deep.equal({
      text: 'Xqzzy',
      message: 'no location found',
    });
    expect(stderr).to.contain('1 of 3 texts were not located');
  });

  it('reads one address a line from standard input, without empty lines', async () => {
    const { code, stdout } = await workplace.run(['geocode', '-', '--json'], {
      stdin: 'Lima, Peru\r\n\nJFK\n',
    });
    expect(code).to.equal(0);
    expect(textsIn(stdout)).to.deep.equal(['Lima, Peru', 'JFK']);
    const none = await workplace.run(['geocode', '-'], { stdin: '\n' });
    expect(none).to.include({ code: 2, stdout: '' });
    expect(none.stderr).to.contain('standard input holds no text');
  });

  it('explains the best candidates of the gazetteer, with and without a result', async () => {
    const { code, stdout } = await workplace.run(['geocode', '--explain', 'Tijuana, B.C., Mexico']);
    expect(code).to.equal(0);
    expect(stdout).to.match(
      /^WORDS +PLACE +SCORE +PARTS\ntijuana +Tijuana, Baja California, MX +\d.*country 4\.8/,
    );
    expect(stdout).to.match(/\nacceptance: [\d.]+ of at least [\d.]+ \(area /);
    expect(stdout).to.match(/\nfound: Tijuana, Baja California, MX\n$/);
    const nothing = await workplace.json('geocode', '--explain', 'Springfield,', 'Narnia');
    expect(nothing).to.deep.include({ location: null, refusal: 'the sum is below the bound' });
    expect(nothing).to.have.nested.property('acceptance.parts.unknownAfter').below(0);
    const two = await workplace.run(['geocode', '--explain', 'Vienna, Warsaw']);
    expect(two.stdout).to.match(/\nfound: nothing: the text names two towns\n$/);
    const airport = await workplace.json('geocode', '--explain', 'MXP');
    expect(airport).to.have.nested.include({ 'location.city': 'Milan', 'location.precision': 'airport' });
  });

  it('reads arguments with commas as lines of an address', async () => {
    const location = await workplace.json('geocode', 'Marienplatz 1\n80331 München\n');
    expect(location).to.include({ city: 'Munich', country: 'DE' });
  });

  it('refuses a malformed address', async () => {
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
        source: 'nominatim',
        precision: 'town',
      });
    });

    it('names a region in the same way as the gazetteer and the airports', async () => {
      const state = async (text: string, given?: Record<string, string>) => {
        const { stdout } = await workplace.run(['geocode', text, '--json'], given ? { env: given } : {});
        return (JSON.parse(stdout) as { state: string }).state;
      };
      const of = (code: string) => [
        {
          lat: '47',
          lon: '11',
          address: { city: 'x', 'ISO3166-2-lvl4': code, country_code: code.slice(0, 2) },
        },
      ];
      for (const [code, ...texts] of [
        // Nominatim has no other word for the state of Berlin.
        ['DE-BE', 'Berlin, Germany'],
        ['DE-BY', 'Munich', 'MUC'],
        ['ES-CT', 'Barcelona', 'BCN'],
        ['IT-25', 'Milan', 'LIN'],
      ] as const) {
        answer = of(code);
        const states = [await state(`A street in ${code}`, env())];
        for (const text of texts) states.push(await state(text));
        expect(states[0]).to.not.equal('');
        expect(new Set(states).size, `${code}: ${states}`).to.equal(1);
      }
    });

    it('reads lower case as a town', async () => {
      answer = [{ lat: '-12', lon: '-77', address: { city: 'Lima', country_code: 'pe' } }];
      const cityOf = async (text: string, given: Record<string, string> = {}) => {
        const { stdout } = await workplace.run(['geocode', text, '--json'], { env: given });
        const { city, country } = JSON.parse(stdout) as { city: string; country: string };
        return `${city}, ${country}`;
      };
      expect(await cityOf('lima', env())).to.equal('Lima, PE');
      expect(await cityOf('LIMA', env())).to.equal('Turin, IT');
      expect(await cityOf('eddm', env())).to.equal('Munich, DE');
      expect([await cityOf('kobe'), await cityOf('hue'), await cityOf('jfk')]).to.deep.equal([
        'Kobe, JP',
        'Huế, VN',
        'New York, US',
      ]);
    });

    it('exits with 3 where it finds nothing', async () => {
      answer = [];
      expect((await workplace.run(['geocode', 'Atlantis'], { env: env() })).code).to.equal(3);
    });
  });
});
