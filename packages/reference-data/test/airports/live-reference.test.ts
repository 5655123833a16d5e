import {
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { AirportCode, AirportDirectory, LogFields } from '@ops-admin/core';
import { type ReferenceDataSettings, renewAirports } from '@ops-admin/reference-data';
import { expect } from 'chai';
import { until } from '../../../../test/until.ts';
import { SqliteAirportDirectory } from '../../dist/airports/sqlite-airport-directory.js';
import { LiveReference } from '../../dist/file/live-reference.js';
import { PACKAGED_FILE } from '../open-data.ts';
import { aRow, csvOf, writeDump } from './csv-files.ts';
import { folderForEachTest } from './reference-fixture.ts';

describe('LiveReference', () => {
  const folder = folderForEachTest();
  let renewed: string;
  let lines: { readonly level: string; readonly fields: LogFields }[];
  let opened: LiveReference[];
  beforeEach(() => {
    renewed = folder.file('renewed.sqlite');
    lines = [];
    opened = [];
  });
  afterEach(() => {
    for (const live of opened) live.close();
  });

  const open = (options: Partial<ReferenceDataSettings> = {}) => {
    const log = (level: string) => (fields: LogFields) => void lines.push({ level, fields });
    return LiveReference.open({ renewed, log: { info: log('info'), warn: log('warn') }, ...options });
  };
  const start = (options: Partial<ReferenceDataSettings> = {}): LiveReference => {
    const live = open(options)._unsafeUnwrap();
    opened.push(live);
    return live;
  };
  const airportsOf = (live: LiveReference): AirportDirectory => {
    const airports = live.use((database) => new SqliteAirportDirectory(database));
    return { find: (code) => airports().find(code) };
  };
  /** Renews the airports to one, QAA in a town of this name. */
  const renew = async (municipality: string, file = renewed) => {
    const airports = csvOf([aRow(0, { municipality })]);
    const from = writeDump(folder.file('dump'), { airports });
    (await renewAirports({ from, file, force: true }))._unsafeUnwrap();
  };
  const nextTurn = () => new Promise(setImmediate);
  /** In a turn of its own: the disk is looked at once in each. */
  const cityOf = async (airports: AirportDirectory, code = 'QAA') => {
    await nextTurn();
    return (await airports.find(code as AirportCode))._unsafeUnwrap()?.location.city;
  };
  const levels = () => lines.map(({ level }) => level);

  it('reads the packaged file where there is no other', async () => {
    const live = start();
    expect([live.file, live.isPackaged]).to.deep.equal([PACKAGED_FILE, true]);
    expect(await cityOf(airportsOf(live), 'MUC')).to.equal('Munich');
    expect(start({ renewed: undefined }).isPackaged).to.equal(true);
  });

  it('reads the renewed file where there is one', async () => {
    await renew('Aachen');
    const live = start();
    expect([live.file, live.isPackaged]).to.deep.equal([renewed, false]);
    const airports = airportsOf(live);
    expect([await cityOf(airports), await cityOf(airports, 'MUC')]).to.deep.equal(['Aachen', undefined]);
  });

  it('reads the renewed file once it comes, changes and goes', async () => {
    const live = start();
    const airports = airportsOf(live);
    expect(await cityOf(airports)).to.equal(undefined);
    await renew('Aachen');
    expect(await cityOf(airports)).to.equal('Aachen');
    await renew('Bochum');
    expect(await cityOf(airports)).to.equal('Bochum');
    rmSync(renewed);
    expect(await cityOf(airports, 'MUC')).to.equal('Munich');
    expect(live.isPackaged).to.equal(true);
    expect(lines).to.deep.equal(
      [renewed, renewed, PACKAGED_FILE].map((file) => ({ level: 'info', fields: { file } })),
    );
  });

  it('sees a file of the same size and time', async () => {
    const date = new Date('2026-08-07T00:00:00Z');
    await renew('Aachen', folder.file('a.sqlite'));
    await renew('Bochum', folder.file('b.sqlite'));
    for (const name of ['a.sqlite', 'b.sqlite']) utimesSync(folder.file(name), date, date);
    renameSync(folder.file('a.sqlite'), renewed);
    const airports = airportsOf(start());
    expect(await cityOf(airports)).to.equal('Aachen');
    renameSync(folder.file('b.sqlite'), renewed);
    expect(await cityOf(airports)).to.equal('Bochum');
  });

  it('closes the file that it no longer reads, and every file in the end', async () => {
    const live = start();
    const airports = airportsOf(live);
    const packaged = live.current();
    await renew('Aachen');
    expect(await cityOf(airports)).to.equal('Aachen');
    const first = live.current();
    expect([packaged.open, first.open]).to.deep.equal([false, true]);
    live.close();
    expect(first.open).to.equal(false);
    await renew('Bochum');
    expect(live.current()).to.equal(first);
    // One that was not asked for before: those are remembered.
    const error = (await airports.find('QAB' as AirportCode))._unsafeUnwrapErr();
    expect(error.type).to.equal('store-unavailable');
  });

  it('makes what is read with again for a new file alone', async () => {
    const live = start();
    let made = 0;
    const reader = live.use((database) => {
      made += 1;
      return database.prepare('SELECT count(*) FROM airport').pluck();
    });
    expect(made).to.equal(0);
    for (let call = 0; call < 3; call++) expect(reader().get()).to.be.greaterThan(40_000);
    expect(made).to.equal(1);
    await renew('Aachen');
    for (let call = 0; call < 3; call++) expect(reader().get()).to.equal(2);
    expect(made).to.equal(2);
  });

  describe('with a renewed file that cannot be used', () => {
    const spoiled: [what: string, spoil: () => void, reason: RegExp][] = [
      ['is damaged', () => truncateSync(renewed, 8192), /malformed|cut short/],
      ['is empty', () => truncateSync(renewed, 0), /another kind/],
      ['is a text', () => writeFileSync(renewed, 'Dear diary, '.repeat(1000)), /not a database/],
      [
        'is a folder',
        () => {
          rmSync(renewed);
          mkdirSync(renewed);
        },
        /error|unable/,
      ],
    ];
    for (const [what, spoil, reason] of spoiled) {
      it(`goes on with the one before, and says so once: ${what}`, async () => {
        await renew('Aachen');
        const airports = airportsOf(start());
        expect(await cityOf(airports)).to.equal('Aachen');
        // A new file, as the one in use must not be written to.
        copyFileSync(renewed, folder.file('next.sqlite'));
        renameSync(folder.file('next.sqlite'), renewed);
        spoil();
        for (let call = 0; call < 3; call++) expect(await cityOf(airports)).to.equal('Aachen');
        expect(levels()).to.deep.equal(['warn']);
        expect(lines[0]?.fields).to.include({ file: renewed, inUse: renewed });
        expect(lines[0]?.fields.reason).to.match(reason);

        rmSync(renewed, { recursive: true });
        await renew('Bochum');
        expect(await cityOf(airports)).to.equal('Bochum');
        expect(levels()).to.deep.equal(['warn', 'info']);
      });

      it(`refuses to start: ${what}`, async () => {
        await renew('Aachen');
        spoil();
        const error = open()._unsafeUnwrapErr();
        expect(error).to.include({ type: 'renewed-reference-unusable', file: renewed });
        expect((error as { reason: string }).reason).to.match(reason);
      });
    }

    it('refuses to start where the file is of another version', async () => {
      await renew('Aachen');
      const { default: Database } = await import('better-sqlite3');
      new Database(renewed).exec('PRAGMA user_version = 1').close();
      expect(open()._unsafeUnwrapErr())
        .to.have.property('reason')
        .that.matches(/^its format is 1, not \d$/);
    });
  });

  it('refuses to start without a packaged file', () => {
    const packaged = folder.file('missing.sqlite');
    expect(open({ packaged })._unsafeUnwrapErr()).to.deep.equal({
      type: 'reference-missing',
      file: packaged,
    });
  });

  it('answers every lookup while the file is replaced fifty times', async () => {
    await renew('Town 0');
    const drafts = [folder.file('a.sqlite'), folder.file('b.sqlite')];
    for (const [number, draft] of drafts.entries()) await renew(`Town ${number}`, draft);
    const airports = airportsOf(start());
    const seen = new Set<string | undefined>();
    let isDone = false;
    const read = async () => {
      while (!isDone) {
        for (let call = 0; call < 50; call++) seen.add(await cityOf(airports));
      }
    };
    const reading = read();
    let done = 0;
    for (let swap = 0; swap < 25; swap++) {
      for (const draft of drafts.toReversed()) {
        copyFileSync(draft, folder.file('next.sqlite'));
        renameSync(folder.file('next.sqlite'), renewed);
        const swaps = ++done;
        await until(() => levels().length === swaps, 'the reference of another file');
      }
    }
    isDone = true;
    await reading;
    expect(levels()).to.deep.equal(Array(50).fill('info'));
    expect([...seen]).to.have.members(['Town 0', 'Town 1']);
  });

  it('asks the file system once in a turn of the event loop, and in the next one again', async () => {
    const live = start();
    const airports = airportsOf(live);
    expect(await cityOf(airports, 'MUC')).to.equal('Munich');
    await renew('Aachen', folder.file('next.sqlite'));
    await nextTurn();
    const before = live.current();
    renameSync(folder.file('next.sqlite'), renewed);
    expect(live.current()).to.equal(before);
    await nextTurn();
    expect(live.current()).not.to.equal(before);
  });
});
