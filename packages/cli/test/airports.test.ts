import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { type Outcome, type Service, Workplace } from './ops-admin.ts';

const HEADER =
  'type,municipality,iso_country,iso_region,scheduled_service,iata_code,icao_code,gps_code,latitude_deg,longitude_deg';
const REGIONS = 'code,name\nDE-NW,North Rhine-Westphalia\n';
const FILE = 'ops-admin.reference.sqlite';

/** One airport, QAA and XXQA, in a town of this name. */
function airportsIn(town: string): string {
  return `${HEADER}\nlarge_airport,${town},DE,DE-NW,yes,QAA,XXQA,,50.5,6.25\n`;
}

describe('ops-admin airports', () => {
  const workplace = new Workplace();

  /** Writes a folder of files for `--from`. */
  const dump = (name: string, airports: string | Buffer = airportsIn('Aachen')): string => {
    mkdirSync(workplace.path(name), { recursive: true });
    writeFileSync(join(workplace.path(name), 'airports.csv'), airports);
    writeFileSync(join(workplace.path(name), 'regions.csv'), REGIONS);
    return name;
  };
  const update = (from: string, ...args: string[]): Promise<Outcome> =>
    workplace.run(['airports', 'update', '--from', from, ...args]);
  const info = async (...args: string[]) =>
    (await workplace.json('airports', 'info', ...args)) as Record<string, unknown>;
  const cityOf = async (code: string, ...args: string[]) =>
    ((await workplace.json('geocode', code, ...args)) as { city: string }).city;
  /** The files in the folder of the test, without those that every command may make. */
  const files = () => readdirSync(workplace.path('.')).filter((name) => name.includes('reference'));

  describe('info', () => {
    it('shows source, licences and counts of the packaged data', async () => {
      const packaged = await info();
      expect(packaged).to.have.keys(
        ...[
          'file',
          'packaged',
          'source',
          'date',
          'attribution',
          'airports',
          'iataCodes',
          'icaoCodes',
          'gazetteer',
        ],
      );
      expect(packaged.packaged).to.equal(true);
      expect(packaged.iataCodes).to.be.at.least(8900);
      expect(packaged.icaoCodes).to.be.at.least(35_000);
      expect(packaged.gazetteer).to.have.keys('source', 'date', 'attribution', 'places', 'names');
      const { stdout } = await workplace.run(['airports', 'info']);
      expect(stdout).to.include('OurAirports').and.to.include('GeoNames').and.to.include('CC BY');
      expect(stdout).to.include('part of the package');
    });
  });

  describe('update', () => {
    it('renews the airports beside the database, and reports what changed', async () => {
      const { code, stdout, stderr } = await update(dump('dump'), '--force');
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout)
        .to.include(FILE)
        .and.to.match(/^SOURCE +OurAirports, from the folder dump$/m);
      expect(stdout)
        .to.match(/^AIRPORTS +1, before \d\d,\d{3}$/m)
        .and.to.match(/^ADDED +2 codes: QAA, XXQA$/m);
      expect(stdout).to.match(/^REMOVED +\d\d,\d{3} codes: [A-Z]{3}, .* …$/m);
      expect(files()).to.deep.equal([FILE]);

      expect(await cityOf('QAA')).to.equal('Aachen');
      expect(await info()).to.include({ packaged: false, airports: 1, iataCodes: 1, icaoCodes: 1 });
      // The gazetteer is still there.
      expect(await cityOf('Bergisch Gladbach')).to.equal('Bergisch Gladbach');
    });

    it('prints JSON', async () => {
      await update(dump('dump'), '--force');
      const { stdout } = await update(
        dump('dump', airportsIn('Bochum').replace('XXQA', '')),
        '--force',
        '--json',
      );
      expect(JSON.parse(stdout)).to.deep.include({
        file: `./${FILE}`,
        source: 'OurAirports, from the folder dump',
        before: { airports: 1, iataCodes: 1, icaoCodes: 1 },
        after: { airports: 1, iataCodes: 1, icaoCodes: 0 },
        added: [],
        removed: ['XXQA'],
      });
    });

    it('goes by --db and OPS_REFERENCE', async () => {
      expect((await update(dump('dump'), '--force', '--db', 'other.db')).code).to.equal(0);
      expect(files()).to.deep.equal(['other.reference.sqlite']);
      expect(await cityOf('QAA', '--db', 'other.db')).to.equal('Aachen');

      const env = { OPS_REFERENCE: 'new/airports.sqlite' };
      const renewed = ['airports', 'update', '--from', dump('b', airportsIn('Bochum')), '--force'];
      expect((await workplace.run(renewed, { env })).code).to.equal(0);
      expect(readdirSync(workplace.path('new'))).to.deep.equal(['airports.sqlite']);
      expect((await workplace.run(['geocode', 'qaa'], { env })).stdout).to.include('Bochum');
    });

    it('downloads, plain or packed', async () => {
      await serving(
        ({ url }, response) => {
          if (url?.endsWith('.csv')) return response.writeHead(404).end();
          return response.end(gzipSync(url?.includes('regions') ? REGIONS : airportsIn('Aachen')));
        },
        async (origin) => {
          const { code, stdout } = await update(`${origin}/data?key=secret`, '--force');
          expect(code).to.equal(0);
          expect(stdout).to.include(`from ${origin}/data`).and.to.not.include('secret');
        },
      );
      expect(await cityOf('QAA')).to.equal('Aachen');
    });

    it('changes nothing and exits with 2 where the files are not the right ones', async () => {
      await workplace.write('list.csv', 'a,b\n');
      const refused: [from: string, reported: RegExp][] = [
        ['missing', /the folder does not exist/],
        ['list.csv', /not a folder/],
        ['.', /neither regions\.csv nor regions\.csv\.gz/],
        ['ftp://example.org', /neither a folder nor/],
        ['https://me:secret@example.org', /password/],
        [dump('empty', ''), /empty[/\\]airports\.csv: it is empty/],
        [dump('noise', Buffer.alloc(5000, 0xa5)), /not text in UTF-8/],
        [dump('header', `${HEADER}\n`), /no airport/],
        [dump('columns', 'type,iata_code\na,b\n'), /no column municipality, iso_country/],
        [dump('short', `${airportsIn('Aachen')}closed,,\n`), /airports\.csv, line 3/],
        [dump('cut', gzipSync(airportsIn('Aachen')).subarray(0, -4)), /damaged or cut short/],
      ];
      for (const [from, reported] of refused) {
        const { code, stdout, stderr } = await update(from, '--force');
        expect([code, stdout], stderr).to.deep.equal([2, '']);
        expect(stderr).to.match(reported).and.to.not.include('secret');
      }
      const { code, stderr } = await update(dump('few'));
      expect([code, stderr.match(/--force/)?.length]).to.deep.equal([2, 1]);
      expect(stderr).to.match(/0 of today's \d{4} IATA codes/);
      expect(files()).to.deep.equal([]);
    });

    it('changes nothing and exits with 1 where the download fails', async () => {
      await update(dump('dump'), '--force');
      const before = readFileSync(workplace.path(FILE));
      const answers: [listener: RequestListener, reported: RegExp][] = [
        [(_, response) => response.writeHead(500).end(), /regions\.csv: the server answers with 500/],
        [(_, response) => response.writeHead(404).end(), /regions\.csv\.gz: the server answers with 404/],
        [(_, response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end(), /redirects to/],
        [
          (_, response) => {
            response.writeHead(200, { 'content-length': '9999' }).write(REGIONS);
            response.destroy();
          },
          /connection broke/,
        ],
      ];
      for (const [listener, reported] of answers) {
        await serving(listener, async (origin) => {
          const { code, stderr } = await update(`${origin}?key=secret`, '--force');
          expect(code).to.equal(1);
          expect(stderr).to.match(reported).and.to.not.include('secret');
        });
      }
      expect((await update('http://127.0.0.1:1')).stderr).to.include('ECONNREFUSED');
      expect(readFileSync(workplace.path(FILE)).equals(before)).to.equal(true);
      expect(files()).to.deep.equal([FILE]);
    });

    it('exits with 1 rather than to replace a file that is not ours', async () => {
      await workplace.write('diary.txt', 'Dear diary');
      const env = { OPS_REFERENCE: 'diary.txt' };
      const { code, stderr } = await workplace.run(
        ['airports', 'update', '--from', dump('dump'), '--force'],
        { env },
      );
      expect(code).to.equal(1);
      expect(stderr).to.include('diary.txt').and.to.include('not a reference file');
      expect(readFileSync(workplace.path('diary.txt'), 'utf8')).to.equal('Dear diary');
    });

    it('repairs a file that stops everything else', async () => {
      await update(dump('dump'), '--force');
      const half = readFileSync(workplace.path(FILE)).subarray(0, 100_000);
      await workplace.write('half', half);
      renameSync(workplace.path('half'), workplace.path(FILE));
      for (const command of [
        ['serve', '--port', '0'],
        ['geocode', 'MUC'],
        ['airports', 'info'],
      ]) {
        const { code, stderr } = await workplace.run(command);
        expect(code).to.equal(1);
        expect(stderr).to.include(FILE).and.to.include('ops-admin airports update');
      }
      expect((await update('dump', '--force')).code).to.equal(0);
      expect(await cityOf('QAA')).to.equal('Aachen');
    });

    it('leaves the old file or the new one where it is killed', async () => {
      await update(dump('a'), '--force');
      dump('b', airportsIn('Bochum'));
      for (const name of ['b', 'a', 'b', 'a']) {
        const before = files().length;
        const child = workplace.start(['airports', 'update', '--force', '--from', name]);
        // Hit or miss: on a busy machine it may be done.
        await until(() => files().length > before || child.exitCode !== null, 'a draft');
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
        expect(['Aachen', 'Bochum']).to.include(await cityOf('QAA'));
      }
    });

    it('takes the real files without being forced to', async function () {
      const folder = join(import.meta.dirname, '../../../../shared/data/ourairports');
      if (!existsSync(folder)) {
        console.log(`      skipped: no dump in ${folder}`);
        this.skip();
      }
      const { code, stdout } = await update(folder);
      expect(code).to.equal(0);
      expect(stdout).to.match(/^IATA CODES +9,054, before 9,\d{3}$/m);
      expect(await cityOf('KTI')).to.equal('Phnom Penh');
    });
  });

  describe('while a service runs', () => {
    const ask = async ({ adminToken, url }: Service, code = 'QAA') => {
      const response = await fetch(`${url}/geo-locations/address/${code}`, {
        headers: { authorization: `Bearer ${adminToken}` },
      });
      const { data } = (await response.json()) as { data?: { address: { city: string } } };
      return data?.address.city ?? response.status;
    };

    it('renews what it answers, without a restart', async () => {
      const service = await workplace.serve(['--demo']);
      expect([await ask(service), await ask(service, 'MUC')]).to.deep.equal([404, 'Munich']);
      for (const town of ['Aachen', 'Bochum', 'Coesfeld']) {
        expect((await update(dump('dump', airportsIn(town)), '--force')).code).to.equal(0);
        expect([await ask(service), await ask(service, 'MUC')]).to.deep.equal([town, 404]);
      }
      expect(await ask(service, 'Bergisch%20Gladbach')).to.equal('Bergisch Gladbach');
    });

    it('goes on with what it has where the new file cannot be used', async () => {
      await update(dump('dump'), '--force');
      const service = await workplace.serve(['--demo']);
      await workplace.write('broken', 'SQLite format 3\0');
      renameSync(workplace.path('broken'), workplace.path(FILE));
      for (let call = 0; call < 3; call++) expect(await ask(service)).to.equal('Aachen');
      const warnings = service.log().match(/.*the new reference file cannot be used.*/g);
      expect(warnings).to.have.length(1);
      expect(warnings?.[0]).to.include(FILE);
    });

    it('answers every request during updates', async () => {
      await update(dump('a'), '--force');
      dump('b', airportsIn('Bochum'));
      const service = await workplace.serve(['--demo'], { OPS_GEOCODE_RATE_LIMIT: '1000000' });
      const answers = new Set<string | number>();
      let isDone = false;
      const callers = Array.from({ length: 4 }, async () => {
        while (!isDone) answers.add(await ask(service));
      });
      // By another process: in this one, the service would wait meanwhile.
      for (const name of ['b', 'a', 'b', 'a']) {
        await workplace.runReal(['airports', 'update', '--force', '--from', name]);
      }
      isDone = true;
      await Promise.all(callers);
      expect([...answers]).to.have.members(['Aachen', 'Bochum']);
    });
  });
});

/** Does some work while a server answers on this machine. */
async function serving(listener: RequestListener, work: (origin: string) => Promise<void>): Promise<void> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}
