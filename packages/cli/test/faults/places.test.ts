import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { anOrganisation } from '../an-organisation.ts';
import { Workplace } from '../ops-admin.ts';

describe('A database in a folder', () => {
  const workplace = new Workplace();
  let mounted: string[] = [];

  workplace.beginWith(async () => {
    const organisation = await anOrganisation(workplace, ['service.admin.access', 'service.a']);
    await organisation.add(1, ['service.b']);
    await organisation.close();
  });
  before(function () {
    if (process.getuid?.() !== 0) this.skip();
    try {
      execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    } catch {
      this.skip();
    }
  });
  afterEach(() => {
    for (const place of mounted) {
      execFileSync('umount', [place]);
      rmSync(place, { recursive: true });
    }
    mounted = [];
  });

  /** A file system of its own, of so many bytes. */
  function mount(size: string): string {
    const place = mkdtempSync(join(tmpdir(), 'ops-admin-place-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place]);
    mounted.push(place);
    for (const name of ['ops-admin.db', 'ops-admin.keys.json'])
      copyFileSync(workplace.path(name), `${place}/${name}`);
    return place;
  }

  const change = (db: string, ...args: string[]) =>
    workplace.run(['permissions', 'add', anId(1), 'service.c', '--db', db, ...args]);

  describe('that cannot be written', () => {
    const protect = (place: string) => execFileSync('mount', ['-o', 'remount,ro', place]);
    const READS = [
      ['users', 'list'],
      ['users', 'show', anId(1)],
      ['departments', 'list'],
      ['permissions', 'list', anId(1)],
      ['audit', 'list'],
      ['audit', 'show', '1'],
      ['audit', 'export'],
      ['audit', 'head'],
      ['audit', 'verify'],
      ['db', 'check'],
      ['permissions', 'remove', anId(1), 'service.b', '--dry-run'],
    ];

    it('can be listed, verified and checked, without creating files', async () => {
      const place = mount('8m');
      protect(place);
      for (const args of READS) {
        const expected = await workplace.run(args);
        const { code, stderr, stdout } = await workplace.run([...args, '--db', `${place}/ops-admin.db`]);
        expect([code, stderr, stdout], args.join(' ')).to.deep.equal([0, expected.stderr, expected.stdout]);
      }
      expect(readdirSync(place).sort()).to.deep.equal(['ops-admin.db', 'ops-admin.keys.json']);
      const backup = await workplace.run(['db', 'backup', 'copy.db', '--db', `${place}/ops-admin.db`]);
      expect([backup.code, backup.stderr]).to.deep.equal([0, '']);
      const changed = await change(`${place}/ops-admin.db`);
      expect([changed.code, changed.stderr]).to.deep.equal([
        1,
        `ops-admin: cannot use the database ${place}/ops-admin.db: this user cannot write it, or its folder; change the permissions\n`,
      ]);
    });

    it('and has a leftover write-ahead log is not read, and the message names the remedy', async () => {
      const place = mount('8m');
      const db = `${place}/ops-admin.db`;
      const database = new Database(db);
      database.exec(
        "insert into departments (id, name, created_at, updated_at) select 'x', 'x', '', '' where 0",
      );
      writeFileSync(`${db}-wal`, Buffer.alloc(4152, 1));
      database.close();
      writeFileSync(`${db}-wal`, Buffer.alloc(4152, 1));
      rmSync(`${db}-shm`, { force: true });
      protect(place);
      for (const args of [
        ['users', 'list'],
        ['db', 'check'],
        ['audit', 'verify'],
      ]) {
        const { code, stderr } = await workplace.run([...args, '--db', db]);
        expect([code, stderr], args.join(' ')).to.deep.equal([
          1,
          `ops-admin: cannot use the database ${db}: ${db}-wal holds its newest changes, and needs write access to be read; copy both files to a writable folder, and name the copy with --db\n`,
        ]);
      }
    });
  });

  describe('without free space', () => {
    function fill(place: string): void {
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${place}/filler`, 'bs=1024'], { stdio: 'ignore' });
      } catch {}
      expect(existsSync(`${place}/filler`)).to.equal(true);
    }

    it('is read, and a change fails with the remedy and changes nothing', async () => {
      const place = mount('1m');
      const db = `${place}/ops-admin.db`;
      fill(place);
      for (const args of [
        ['permissions', 'add', anId(1), 'service.c'],
        ['import', 'departments', 'd.json'],
        ['audit', 'revert', '2'],
      ]) {
        await workplace.write('d.json', []);
        const { code, stderr } = await workplace.run([...args, '--db', db]);
        expect([code, stderr], args.join(' ')).to.deep.equal([
          1,
          `ops-admin: cannot use the database ${db}: no space left on ${place}, nothing was changed; make room and try again\n`,
        ]);
      }
      expect(await workplace.json('permissions', 'list', anId(1), '--db', db)).to.deep.equal([
        'service.admin.access',
        'service.a',
        'service.b',
      ]);
      expect((await workplace.run(['db', 'check', '--db', db])).code).to.equal(0);
      const backup = await workplace.run(['db', 'backup', `${place}/copy.db`]);
      expect(backup.code).to.equal(1);
      expect(backup.stderr)
        .to.include(`no space left on ${place}, nothing was changed`)
        .and.not.include('restore');
      const restored = await workplace.run(['db', 'restore', 'ops-admin.db', '--db', db, '--yes']);
      expect(restored.code).to.equal(1);
      expect(restored.stderr).to.include(`no space left on ${place}, nothing was changed`);
      rmSync(`${place}/filler`);
      expect((await change(db)).code).to.equal(0);
    });

    it('refuses partial exports and new keys, and accepts both when space is free', async () => {
      const place = mount('1m');
      const names = readdirSync(place);
      const exportTo = (dir: string) =>
        workplace.run(['permissions', 'export', '--by', 'department', '--dir', `${place}/${dir}`]);
      const addKeys = () =>
        workplace.run(['keys', 'add'], { env: { OPS_AUTH_KEYS: `${place}/ops-admin.keys.json` } });
      fill(place);
      const failed = await exportTo('rev');
      expect([failed.code, failed.stdout, failed.stderr]).to.deep.equal([
        1,
        '',
        `ops-admin: cannot write ${place}/rev/others.csv: no space left\n`,
      ]);
      expect(readdirSync(`${place}/rev`)).to.deep.equal([]);
      const began = Date.now();
      for (const { code, stderr } of [await addKeys(), await addKeys()])
        expect([code, stderr]).to.deep.equal([
          1,
          `ops-admin: cannot use the key file ${place}/ops-admin.keys.json: no space left\n`,
        ]);
      expect(Date.now() - began).to.be.below(4000);
      expect(readdirSync(place).sort()).to.deep.equal([...names, 'filler', 'rev'].sort());
      rmSync(`${place}/filler`);
      expect((await exportTo('rev')).code).to.equal(0);
      expect((await addKeys()).code).to.equal(0);
      const other = await exportTo('ops-admin.db');
      expect([other.code, other.stderr]).to.deep.equal([
        2,
        `ops-admin: ${place}/ops-admin.db is a file; name a new folder\n`,
      ]);
    });

    it('reports a disk that fills up during a change', async () => {
      const place = mount('1m');
      const db = `${place}/ops-admin.db`;
      const reason = 'x'.repeat(250);
      const users = Array.from({ length: 3000 }, (_, n) => ({
        _id: anId(n + 10),
        emails: [`u${n}@example.org`],
        personalInformation: { name: `U ${n}` },
        permissions: ['service.x', reason],
      }));
      await workplace.write('u.json', users);
      const { code, stderr } = await workplace.run(['import', 'users', 'u.json', '--db', db]);
      expect([code, stderr.split('\n').slice(1).join('\n')]).to.deep.equal([
        1,
        `ops-admin: no space left on ${place}, nothing was changed except what is reported as done; make room and try again\n`,
      ]);
      expect(await workplace.json('users', 'list', '--db', db)).to.have.length(1);
    });
  });
});
