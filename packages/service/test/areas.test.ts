import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import type { Logger } from '@ops-admin/core';
import { INTEGRITY_CHECKER } from '@ops-admin/core/ports';
import { type Area, compose, readConfig, type ServiceParts, type ServiceSettings } from '@ops-admin/service';
import { expect } from 'chai';
import { aDatabase, ask } from '../../adapter-postgres/test/a-postgres.ts';
import { COUNT, LINKS, NOTES, notesArea } from './notes-area.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  describe(`The tables of areas in ${kind}`, () => {
    let folder: string;
    let database: string;
    let drop = async () => {};

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'ops-admin-areas-'));
      database = join(folder, 'ops-admin.db');
      if (kind === 'PostgreSQL') ({ url: database, drop } = await aDatabase());
    });
    afterEach(async () => {
      await drop();
      rmSync(folder, { recursive: true });
    });

    const open = <Requested extends keyof ServiceParts>(
      parts: readonly Requested[],
      more: Partial<ServiceSettings>,
    ) => {
      const config = readConfig({ OPS_AUTH_KEYS: join(folder, 'keys.json') })._unsafeUnwrap();
      return compose({ config, database, log: silent, ...more }, parts);
    };
    /** How many rows there are, once they were opened. */
    const counted = async (area: Area, tables: readonly string[], more: Partial<ServiceSettings> = {}) => {
      const { close, parts } = (await open(['areas'], { areas: [area], ...more }))._unsafeUnwrap();
      try {
        const count = (await parts.areas.get(COUNT))._unsafeUnwrap();
        return await Promise.all(tables.map(count));
      } finally {
        await close();
      }
    };

    it('are made once, also those that come later', async () => {
      expect(await counted(notesArea(NOTES), ['notes_note'])).to.deep.equal([1]);
      expect(await counted(notesArea(NOTES), ['notes_note'])).to.deep.equal([1]);
      const both = await counted(notesArea(NOTES, LINKS), ['notes_note', 'notes_link']);
      expect(both).to.deep.equal([1, 2]);
    });

    it('are made once by processes that start at the same time', async () => {
      const ended = Array.from({ length: 3 }, async () => {
        const args = [database, NOTES, LINKS];
        const child = fork(join(import.meta.dirname, 'open-area.ts'), args, { stdio: 'pipe' });
        const [complaints, [code]] = await Promise.all([
          text(child.stderr as NodeJS.ReadableStream),
          once(child, 'close'),
        ]);
        return { code, complaints };
      });
      for (const end of await Promise.all(ended)) expect(end).to.deep.equal({ code: 0, complaints: '' });
      const both = await counted(notesArea(NOTES, LINKS), ['notes_note', 'notes_link']);
      expect(both).to.deep.equal([1, 2]);
    });

    it('are not made at all where one of them fails, which is named', async () => {
      const wrong = `${LINKS}; insert into nowhere values (1)`;
      const failed = await open(['areas'], { areas: [notesArea(NOTES, wrong)] });
      expect(failed._unsafeUnwrapErr())
        .to.include({ type: 'database-unusable', problem: 'area-failed' })
        .and.have.property('message')
        .that.matches(/migration 2 of the area notes failed .*nowhere/);
      expect(await counted(notesArea(NOTES, LINKS), ['notes_note', 'notes_link'])).to.deep.equal([1, 2]);
    });

    it('are refused where a migration ends the transaction', async () => {
      const failed = await open(['areas'], { areas: [notesArea(`${NOTES}; commit`)] });
      expect(failed._unsafeUnwrapErr())
        .to.have.property('message')
        .that.includes('migration 1 of the area notes failed (it must not end the transaction)');
    });

    it('are left alone by programs without the area, and by the check of a store', async () => {
      await counted(notesArea(NOTES), []);
      const { close, parts } = (await open(['areas', 'users'], {}))._unsafeUnwrap();
      expect((await parts.users.list())._unsafeUnwrap().total).to.equal(0);
      const checker = (await parts.areas.get(INTEGRITY_CHECKER))._unsafeUnwrap();
      expect((await checker.check())._unsafeUnwrap()).to.deep.equal([]);
      await close();
      expect(await counted(notesArea(NOTES), ['notes_note'])).to.deep.equal([1]);
    });

    it('are compared with what the area makes by the check of its program', async () => {
      const areas = [notesArea(NOTES, LINKS)];
      const flaws = async () => {
        const { close, parts } = (await open(['areas'], { areas }))._unsafeUnwrap();
        const checker = (await parts.areas.get(INTEGRITY_CHECKER))._unsafeUnwrap();
        const found = (await checker.check())._unsafeUnwrap();
        await close();
        return found;
      };
      expect(await flaws()).to.deep.equal([]);
      const sql = 'alter table notes_note add column more text; create table notes_more (id integer)';
      if (kind === 'SQLite') openDatabase(database)._unsafeUnwrap().exec(sql).close();
      else await ask(database, sql);
      expect(await flaws()).to.deep.equal([
        { type: 'schema', object: 'table notes_more', problem: 'foreign' },
        { type: 'schema', object: 'table notes_note', problem: 'changed' },
      ]);
    });

    it('are refused where they are newer than the program, or older and must only be read', async () => {
      await counted(notesArea(NOTES), []);
      const newer = await open(['areas'], { areas: [notesArea()] });
      expect(newer._unsafeUnwrapErr()).to.have.property('problem', 'newer');
      const older = await open(['areas'], { areas: [notesArea(NOTES, LINKS)], access: 'read' });
      expect(older._unsafeUnwrapErr()).to.have.property('problem', 'older');
    });

    it('are not copied with an organisation', async () => {
      const demo = (await open(['demo'], { areas: [notesArea(NOTES, LINKS)] }))._unsafeUnwrap();
      (await demo.parts.demo.prepare('cli:ada'))._unsafeUnwrap();
      await demo.close();
      const target = { database: join(folder, 'copy.db') };
      const copy = (
        await open(['copy'], { ...target, source: database, areas: [notesArea(NOTES)] })
      )._unsafeUnwrap();
      expect((await copy.parts.copy.copy())._unsafeUnwrap()).to.include({ users: 12 });
      await copy.close();
      expect(await counted(notesArea(NOTES), ['notes_note'], target)).to.deep.equal([1]);
      const [links] = await Promise.allSettled([counted(notesArea(NOTES), ['notes_link'], target)]);
      expect(links?.status).to.equal('rejected');
    });
  });
}

describe('Areas', () => {
  it('have their tables in a file that comes back without them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ops-admin-areas-'));
    const [database, backup] = [join(folder, 'ops-admin.db'), join(folder, 'backup.db')];
    const open = async (file: string, ...areas: readonly Area[]) =>
      (await compose({ config, database: file, log: silent, areas }, ['areas']))._unsafeUnwrap();
    await (await open(backup)).close();
    const { close, parts } = await open(database, notesArea(NOTES));
    const count = (await parts.areas.get(COUNT))._unsafeUnwrap();
    expect(await count('notes_note')).to.equal(1);
    renameSync(backup, database);
    expect(await count('notes_note')).to.equal(1);
    await close();
    rmSync(folder, { recursive: true });
  });

  const config = readConfig({})._unsafeUnwrap();
  const settings = (...areas: readonly Area[]) => ({ config, database: ':memory:', log: silent, areas });

  it('have names of their own', () => {
    expect(() => compose(settings({ name: 'notes' }, { name: 'notes' }), [])).to.throw('two areas notes');
    expect(() => compose(settings({ name: 'My notes' }), [])).to.throw('"My notes" needs a name such as');
  });
});
