import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

type Variables = Record<string, string>;

/** A Nominatim server that finds the same place for every question. */
class ANominatim {
  readonly #server: Server;
  /** The requests it received. */
  readonly urls: URL[] = [];
  status = 200;

  constructor(city: string) {
    const place = { lat: '47.1', lon: '9.5', address: { town: city, state: 'Oberland', country_code: 'li' } };
    this.#server = createServer((request, response) => {
      this.urls.push(new URL(request.url ?? '', 'http://localhost'));
      response.writeHead(this.status).end(JSON.stringify(this.status === 200 ? [place] : {}));
    });
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  stop(): void {
    this.#server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}

describe('Address providers of the command', () => {
  const workplace = new Workplace();
  let primary: ANominatim;
  let backup: ANominatim;
  beforeEach(async () => {
    primary = new ANominatim('Primary');
    backup = new ANominatim('Backup');
    await Promise.all([primary.start(), backup.start()]);
  });
  afterEach(() => {
    primary.stop();
    backup.stop();
  });
  const both = (): Variables => ({
    OPS_GEOCODERS: 'nominatim:primary, nominatim:backup',
    OPS_NOMINATIM_PRIMARY_URL: primary.url,
    OPS_NOMINATIM_BACKUP_URL: backup.url,
  });
  const geocode = async (env: Variables, ...args: string[]) => {
    const { code, stdout, stderr } = await workplace.run(['geocode', '--json', ...args], { env });
    return code === 0 ? (JSON.parse(stdout) as { city: string }).city : stderr;
  };

  it('is the gazetteer by default, which creates no file', async () => {
    expect(await geocode({}, '12 Rue de Rivoli, Paris')).to.equal('Paris');
    expect((await workplace.run(['geocode', 'asdfgh'])).code).to.equal(3);
    expect(readdirSync(workplace.path('.'))).to.deep.equal([]);
  });

  it('are called in order, also two servers of the same kind', async () => {
    expect(await geocode(both(), 'Städtle 37')).to.equal('Primary');
    primary.status = 503;
    expect(await geocode(both(), 'Städtle 38')).to.equal('Backup');
    backup.status = 503;
    expect(await geocode(both(), 'Städtle 39')).to.match(
      /nominatim:primary: status 503; nominatim:backup: status 503/,
    );
    expect(await geocode({ ...both(), OPS_GEOCODERS: 'nominatim:primary,gazetteer' }, 'Vaduz')).to.equal(
      'Vaduz',
    );
  });

  it('read their settings from the environment', async () => {
    await geocode({ ...both(), OPS_NOMINATIM_PRIMARY_LANGUAGE: 'de-LI' }, 'Städtle 37');
    expect(primary.urls[0]?.searchParams.get('accept-language')).to.equal('de-LI');
  });

  it('read a key from a file, and never print it', async () => {
    const key = 'a-secret-key';
    await workplace.write('key', `${key}\n`);
    const env = {
      OPS_GEOCODERS: 'locationiq',
      OPS_LOCATIONIQ_URL: primary.url,
      OPS_LOCATIONIQ_KEY_FILE: workplace.path('key'),
      OPS_LOG_LEVEL: 'debug',
    };
    expect(await geocode(env, 'Städtle 37')).to.equal('Primary');
    expect(primary.urls[0]?.searchParams.get('key')).to.equal(key);
    primary.status = 401;
    const refused = await workplace.run(['geocode', 'Städtle 38'], { env });
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('locationiq').and.to.not.include(key);
  });

  describe('with a cache', () => {
    const info = async () => {
      const { file: _, ...counts } = (await workplace.json('cache', 'info')) as Record<string, unknown>;
      return counts;
    };

    it('keep their answers next to the database, unless it is turned off', async () => {
      const texts = ['Städtle 37', 'STÄDTLE 37', 'Städtle 38'];
      for (const text of texts) await geocode(both(), text);
      expect(primary.urls).to.have.length(2);
      expect(existsSync(workplace.path('ops-admin.geocode-cache.sqlite'))).to.equal(true);
      expect(await info()).to.deep.equal({
        answers: 2,
        providers: [{ provider: 'nominatim:primary', answers: 2 }],
      });
      await geocode(both(), 'Städtle 37', '--no-cache');
      await geocode(both(), 'Städtle 99', '--no-cache');
      expect(primary.urls).to.have.length(4);
      expect(await info()).to.have.property('answers', 2);
    });

    it('forget them on request', async () => {
      await geocode(both(), 'Städtle 37');
      expect((await workplace.run(['cache', 'clear'])).stdout).to.equal('answers forgotten: 1\n');
      expect(await info()).to.deep.equal({ answers: 0, providers: [] });
      await geocode(both(), 'Städtle 37');
      expect(primary.urls).to.have.length(2);
    });

    it('create no cache when it is only inspected', async () => {
      expect(await info()).to.deep.equal({ answers: 0, providers: [] });
      expect(await workplace.json('cache', 'clear')).to.deep.equal({ cleared: 0 });
      expect(readdirSync(workplace.path('.'))).to.deep.equal([]);
    });

    it('answer without a cache that cannot be used', async () => {
      await workplace.write('broken', 'x'.repeat(5000));
      const env = { ...both(), OPS_GEOCODE_CACHE: workplace.path('broken') };
      const { code, stdout, stderr } = await workplace.run(['geocode', 'Städtle 37', '--json'], { env });
      expect([code, JSON.parse(stdout).city]).to.deep.equal([0, 'Primary']);
      expect(stderr).to.match(/without a cache/);
      const looked = await workplace.run(['cache', 'info'], { env });
      expect([looked.code, looked.stdout]).to.deep.equal([1, '']);
      expect(looked.stderr).to.match(/broken: .*remove it, or name another file in OPS_GEOCODE_CACHE/);
    });
  });

  describe('set up wrongly', () => {
    const KINDS = 'gazetteer, google, locationiq, mapbox, nominatim, opencage, pelias, photon';
    const URL_ = { OPS_NOMINATIM_URL: 'http://127.0.0.1:1' };
    const wrong: [what: string, env: Variables, lines: string[]][] = [
      [
        'with unknown names',
        { OPS_GEOCODERS: 'nominatm,gazetteer:two' },
        ['nominatm', 'gazetteer:two'].map(
          (name) =>
            `OPS_GEOCODERS: "${name}" is not one of ${KINDS}; a second server of a kind is called nominatim:backup`,
        ),
      ],
      [
        'with one named twice',
        { OPS_GEOCODERS: 'nominatim,gazetteer,nominatim', ...URL_ },
        ['OPS_GEOCODERS names nominatim more than once'],
      ],
      [
        'without an address',
        { OPS_GEOCODERS: 'nominatim,pelias' },
        [
          'OPS_NOMINATIM_URL is required with nominatim in OPS_GEOCODERS',
          'OPS_PELIAS_URL is required with pelias in OPS_GEOCODERS',
        ],
      ],
      [
        'without a key',
        { OPS_GEOCODERS: 'google' },
        ['OPS_GOOGLE_KEY or the same with _FILE after it is required'],
      ],
      [
        'with a key that no provider uses',
        { OPS_GEOCODERS: 'nominatim', ...URL_, OPS_NOMINATIM_KEY: 'k' },
        ['OPS_NOMINATIM_KEY has no effect: this kind of provider needs no key; remove it'],
      ],
      [
        'with a key that would be sent unencrypted',
        { OPS_GEOCODERS: 'pelias', OPS_PELIAS_URL: 'http://pelias.example', OPS_PELIAS_KEY: 'secret' },
        ['OPS_PELIAS_KEY is only sent over https, or to this machine; change the URL'],
      ],
      [
        'with both a key and a key file',
        { OPS_GEOCODERS: 'google', OPS_GOOGLE_KEY: 'k', OPS_GOOGLE_KEY_FILE: '/none' },
        ['OPS_GOOGLE_KEY and OPS_GOOGLE_KEY_FILE exclude each other'],
      ],
      [
        'with invalid settings',
        {
          OPS_GEOCODERS: 'nominatim:a',
          OPS_NOMINATIM_A_URL: 'ftp://x',
          OPS_NOMINATIM_A_RATE: '0',
          OPS_NOMINATIM_A_TIMEOUT: '1.5',
          OPS_NOMINATIM_A_CACHE: '-1',
          OPS_NOMINATIM_A_LANGUAGE: 'e\nn',
        },
        [
          'OPS_NOMINATIM_A_CACHE must be a whole number from 0 to 31622400',
          'OPS_NOMINATIM_A_LANGUAGE must be a language such as en, or several such as de-CH,de;q=0.9',
          'OPS_NOMINATIM_A_RATE must be a number from 0.01 to 1000',
          'OPS_NOMINATIM_A_TIMEOUT must be a whole number from 1 to 60',
          'OPS_NOMINATIM_A_URL must be an http or https URL without a user name',
        ],
      ],
      [
        'with a language that the provider does not know',
        {
          OPS_GEOCODERS: 'photon',
          OPS_PHOTON_URL: 'http://127.0.0.1:1',
          OPS_PHOTON_LANGUAGE: 'de-CH,de;q=0.9',
        },
        ['OPS_PHOTON_LANGUAGE must be a language such as en'],
      ],
      [
        'for providers that are not configured',
        URL_,
        ['OPS_NOMINATIM_URL needs OPS_GEOCODERS, which names the providers to ask'],
      ],
      [
        'as a whole',
        { OPS_GEOCODER_DEADLINE: '0', OPS_GEOCODER_ON_EMPTY: 'maybe', OPS_GEOCODE_CACHE_ROWS: '0' },
        [
          'OPS_GEOCODE_CACHE_ROWS must be a whole number from 1 to 10000000',
          'OPS_GEOCODER_DEADLINE must be a whole number from 1 to 60',
          'OPS_GEOCODER_ON_EMPTY must be stop or next',
        ],
      ],
    ];
    for (const [what, env, lines] of wrong) {
      it(`are refused ${what}`, async () => {
        const { code, stdout, stderr } = await workplace.run(['geocode', 'JFK'], { env });
        expect(stderr).to.equal(lines.map((line) => `ops-admin: ${line}\n`).join(''));
        expect([code, stdout]).to.deep.equal([2, '']);
      });
    }
  });
});
