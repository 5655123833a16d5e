import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AirportFilesError } from '@ops-admin/reference-data';
import { expect } from 'chai';
import { airportFilesAt } from '../../dist/airports/airport-place.js';
import { type OurAirports, readOurAirports } from '../../dist/airports/read-ourairports.js';
import { aRow, COLUMNS, csvOf, type Dump, REGIONS, rows, writeDump } from './csv-files.ts';
import { folderForEachTest } from './reference-fixture.ts';

describe('readOurAirports', () => {
  const folder = folderForEachTest();
  const read = (dump?: Dump) =>
    readOurAirports(airportFilesAt(writeDump(folder.file('dump'), dump))._unsafeUnwrap());
  const contentOf = async (dump?: Dump): Promise<OurAirports> => (await read(dump))._unsafeUnwrap();
  const errorOf = async (dump?: Dump): Promise<AirportFilesError> => (await read(dump))._unsafeUnwrapErr();
  const reasonOf = async (dump: Dump): Promise<string> => {
    const error = await errorOf(dump);
    expect(error.type).to.equal('not-ourairports');
    return (error as { reason: string }).reason;
  };

  const locationsIn = ({ byCode, counts }: OurAirports['airports']) => ({
    counts,
    locations: [...byCode].map(([code, { location }]) => [code, location]),
  });

  it('reads and cleans the airports of a folder', async () => {
    const { airports, airportSource } = await contentOf();
    expect(airports.counts).to.deep.equal({ airports: 20, iataCodes: 20, icaoCodes: 20 });
    const location = { city: 'Town AB', state: 'Bavaria', country: 'DE', lat: 48.5, long: 11.25 };
    expect(airports.byCode.get('QAB')?.location).to.deep.equal(location);
    expect(airports.byCode.get('EDAB')?.location).to.deep.equal(location);
    expect(airportSource).to.include({ source: 'OurAirports, from the folder dump' });
    expect(airportSource.attribution).to.include('public domain');
    expect(airportSource.fingerprint).to.match(/^sha256:[\da-f]{64}$/);
  });

  const written: [how: string, dump: Dump][] = [
    [
      'columns in another order, and more of them',
      { airports: csvOf(rows(20), [...COLUMNS, 'new'].reverse()) },
    ],
    [
      'airports without names',
      {
        airports: csvOf(
          rows(20),
          COLUMNS.filter((column) => column !== 'name'),
        ),
      },
    ],
    ['a byte order mark', { airports: `\uFEFF${csvOf(rows(20))}`, regions: `\uFEFF${REGIONS}` }],
    ['CRLF', { airports: csvOf(rows(20), COLUMNS, '\r\n'), regions: REGIONS.replaceAll('\n', '\r\n') }],
    ['line ends of both kinds', { airports: csvOf(rows(20)).replace('\n', '\r\n') }],
    ['a line end within quotes', { airports: csvOf(rows(20).map((row) => ({ ...row, name: 'A\nB' }))) }],
    ['empty lines at the end', { airports: `${csvOf(rows(20))}\n\n` }],
    ['gzip, by its name', { gz: true }],
    ['gzip under the plain name', { airports: gzipSync(csvOf(rows(20))), regions: gzipSync(REGIONS) }],
    [
      'gzip in two parts',
      {
        airports: Buffer.concat(
          [csvOf(rows(9)), csvOf(rows(20)).slice(csvOf(rows(9)).length)].map((part) => gzipSync(part)),
        ),
      },
    ],
  ];
  for (const [how, dump] of written) {
    it(`reads ${how}`, async () => {
      const plain = (await contentOf()).airports;
      rmSync(folder.file('dump'), { recursive: true });
      const { airports } = await contentOf(dump);
      expect(locationsIn(airports)).to.deep.equal(locationsIn(plain));
    });
  }

  it('gives equal contents the same fingerprint, packed or not, and others another', async () => {
    const fingerprints = [
      await contentOf(),
      await contentOf({ airports: gzipSync(csvOf(rows(20))) }),
      await contentOf({ airports: csvOf(rows(19)) }),
      await contentOf({ regions: REGIONS.replace('Bavaria', 'Bayern') }),
    ].map(({ airportSource }) => airportSource.fingerprint);
    expect(fingerprints[1]).to.equal(fingerprints[0]);
    expect(new Set(fingerprints).size).to.equal(3);
  });

  it('has no date: that of a file is the day of the copy, and that of gzip data the day of the packing', async () => {
    const packed = gzipSync(csvOf(rows(1)));
    packed.writeUInt32LE(Date.parse('2026-08-07T04:00:00Z') / 1000, 4);
    for (const airports of [csvOf(rows(1)), packed])
      expect((await contentOf({ airports })).airportSource.date).to.equal('');
  });

  const text = csvOf(rows(20));
  const refused: [what: string, dump: Dump, reason: RegExp][] = [
    ['an empty file', { airports: '' }, /^it is empty$/],
    ['an empty gzip file', { airports: gzipSync('') }, /^it is empty$/],
    ['an empty list of regions', { regions: '' }, /^it is empty$/],
    ['a header alone', { airports: csvOf([]) }, /^it holds no airport/],
    ['closed airports alone', { airports: csvOf([aRow(1, { type: 'closed' })]) }, /^it holds no airport/],
    ['regions without a region', { regions: 'code,name\n' }, /^it holds no region/],
    [
      'missing columns',
      {
        airports: csvOf(
          rows(20),
          COLUMNS.filter((column) => !/^(icao|gps)_code$/.test(column)),
        ),
      },
      /^it has no column icao_code, gps_code$/,
    ],
    ['regions without names', { regions: 'code\nDE-BY\n' }, /^it has no column name$/],
    ['the files in each other’s place', { airports: REGIONS, regions: text }, /^it has no column code$/],
    ['a web page', { airports: '<!doctype html>\n<title>Sign in</title>\n' }, /^it has no column type,/],
    ['noise', { airports: Buffer.alloc(100_000, 0xa5) }, /^it is not text in UTF-8$/],
    ['Latin-1', { airports: Buffer.from(`${text}`.replaceAll('Town', 'Zürich'), 'latin1') }, /UTF-8/],
    ['a file that is cut within a field', { airports: text.slice(0, -1) }, /cut short$/],
    ['a file that is cut within a quote', { airports: `${text.slice(0, -5)}\n` }, /^quote not closed$/],
    ['a file that is cut within a row', { airports: `${text}1,"EDZZ"\n` }, /^invalid record length$/],
    ['a quote within a field', { airports: `${text}1,a"b"\n` }, /^invalid opening quote$/],
    [
      'gzip data that is cut',
      { airports: gzipSync(text).subarray(0, -20) },
      /^the gzip data is damaged or cut/,
    ],
    [
      'gzip data without its end',
      { airports: gzipSync(text).subarray(0, -1) },
      /^the gzip data is damaged or cut/,
    ],
    [
      'two bytes of gzip data',
      { airports: gzipSync(text).subarray(0, 2) },
      /^the gzip data is damaged or cut/,
    ],
    [
      'gzip data that is damaged',
      { airports: gzipSync(text).fill(0, 60, 70) },
      /^the gzip data is damaged or cut/,
    ],
    ['100 MB of one row', { airports: gzipSync(`a,"${'b'.repeat(100_000_000)}`) }, /^max record size$/],
  ];
  for (const [what, dump, reason] of refused) {
    it(`refuses ${what}`, async () => {
      expect(await reasonOf(dump)).to.match(reason);
    });
  }

  it('refuses every file that is cut within a row', async () => {
    for (let end = csvOf([]).length + 1; end < csvOf(rows(2)).length; end++) {
      if (text[end - 1] === '\n') continue;
      await reasonOf({ airports: text.slice(0, end) });
    }
  });

  it('names the file and the line', async () => {
    expect(await errorOf({ airports: `${text}1,2,3\n` })).to.include({
      type: 'not-ourairports',
      file: folder.file('dump/airports.csv'),
      line: 22,
    });
    expect(await errorOf({ regions: 'code,name\n1\n' })).to.include({
      file: folder.file('dump/regions.csv'),
      line: 2,
    });
  });

  describe('a place that has no such files', () => {
    const unusable = async (place: string): Promise<string> => {
      const error = (await airportFilesAt(place).asyncAndThen(readOurAirports))._unsafeUnwrapErr();
      expect(error.type).to.equal('airport-place-unusable');
      return (error as { reason: string }).reason;
    };

    it('is refused with what is missing', async () => {
      expect(await unusable(folder.file('missing'))).to.equal('the folder does not exist');
      expect(await unusable(join(writeDump(folder.file('dump')), 'airports.csv'))).to.equal(
        'it is not a folder',
      );
      rmSync(folder.file('dump/airports.csv'));
      const missing = 'it has neither airports.csv nor airports.csv.gz';
      expect(await unusable(folder.file('dump'))).to.equal(missing);
      mkdirSync(folder.file('dump/airports.csv'));
      expect(await unusable(folder.file('dump'))).to.equal(missing);
    });

    it('does not wait for a pipe', async () => {
      writeDump(folder.file('dump'));
      rmSync(folder.file('dump/regions.csv'));
      execFileSync('mkfifo', [folder.file('dump/regions.csv')]);
      expect(await unusable(folder.file('dump'))).to.include('neither regions.csv nor');
    });

    for (const place of ['', 'ftp://example.org/', 'file:///tmp', 'https://', 'http://[']) {
      it(`refuses ${JSON.stringify(place)}`, async () => {
        expect(await unusable(place)).to.match(/^it is (?:empty|no URL|neither)/);
      });
    }

    it('refuses a URL with a password, and does not repeat it', () => {
      for (const url of ['https://me:secret@example.org/', 'https://secret@example.org/']) {
        const error = airportFilesAt(url)._unsafeUnwrapErr();
        expect(error.reason).to.include('password');
        expect(JSON.stringify(error)).to.not.include('secret');
      }
    });
  });

  it('names the folder, not where it lies', async () => {
    const { airportSource } = await contentOf();
    expect(airportSource.source).to.not.include(dirname(folder.file('dump')));
  });
});
