import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AuditEntry } from '@ops-admin/core';
import { anId } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { type ADatabase, aDatabase, ask } from '../../adapter-postgres/test/a-postgres.ts';
import { Workplace } from './ops-admin.ts';

/** What scripts/make-fixtures.mjs made with each version. */
const FIXTURES = join(import.meta.dirname, '../../../test/fixtures');
const [ADA, BOB, NOBODY] = ['ada@example.org', 'bob@example.org', 'nobody@example.org'];

/** What the version itself said of its database. */
interface Expected {
  /** The permissions of each user. */
  readonly held: Readonly<Record<string, readonly string[]>>;
  /** A run over two users, and a removal of `service.billing.*` from the third. */
  readonly batch: string;
  readonly revert: number;
  readonly head: string;
}

describe('Files of earlier versions', function () {
  this.timeout(60_000);
  const versions = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it('are there', () => {
    expect(versions).to.not.be.empty;
  });

  for (const { name: version } of versions) {
    for (const kind of ['sqlite', 'postgres']) {
      describe(`${version}, ${kind}`, () => {
        const workplace = new Workplace();
        const folder = join(FIXTURES, version, kind);
        const text = (name: string) => readFileSync(join(folder, name), 'utf8');
        const expected = JSON.parse(text('expected.json')) as Expected;
        let made: ADatabase | undefined;
        let db = 'ops-admin.db';

        beforeEach(async () => {
          for (const name of readdirSync(folder)) {
            const copy = workplace.path(name);
            if (name.endsWith('.gz')) {
              const content = gunzipSync(readFileSync(join(folder, name)));
              await writeFile(copy.replace(/\.gz$/, ''), content, { mode: 0o600 });
            } else if (/\.(ndjson|json)$/.test(name)) {
              await writeFile(copy, text(name), { mode: 0o600 });
            }
          }
          if (kind !== 'postgres') return;
          made = await aDatabase();
          await ask(made.url, text('dump.sql'));
          db = made.url;
        });
        afterEach(() => made?.drop());

        const run = (args: readonly string[], env: Record<string, string> = {}) =>
          workplace.run(args, { env: { OPS_DB: db, ...env } });
        const done = async (...args: string[]) => {
          const { code, stderr, stdout } = await run(args);
          expect([code, stderr], args.join(' ')).to.deep.equal([0, '']);
          return stdout;
        };
        const json = async (...args: string[]) => JSON.parse(await done(...args, '--json'));
        const held = (user: string): Promise<string[]> => json('permissions', 'list', user);
        const isSound = async () => {
          await done('audit', 'verify');
          await done('db', 'check');
        };
        /** `db check` and `verify` of an archive read alone; any other command brings the schema up to date. */
        const update = () => done('audit', 'head');

        it('are read as they were written', async () => {
          expect((await update()).trim()).to.equal(expected.head);
          for (const [user, permissions] of Object.entries(expected.held))
            expect(await held(user), user).to.deep.equal(permissions);
          expect(await done('departments', 'tree')).to.match(/Operations[\s\S]*Entwicklung[\s\S]*運用/);
          expect(await json('users', 'list', '--search', 'ünal')).to.have.length(1);
          expect(await json('users', 'show', BOB)).to.deep.include({
            identities: [{ issuer: 'https://id.example.org', subject: 'bob' }],
          });

          // A newer version may add members, and takes none away.
          const entriesOf = (ndjson: string) =>
            ndjson
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line) as AuditEntry);
          const exported = new Map(
            entriesOf(await done('audit', 'export')).map((entry) => [entry.id, entry]),
          );
          for (const entry of entriesOf(text('export.ndjson')))
            expect(exported.get(entry.id)).to.deep.include(entry);
        });

        it('have a trail that is proven, with the head that was kept and the archive', async () => {
          await update();
          await isSound();
          const head = text('head').trim();
          await done('audit', 'verify', '--head', head);
          const forged = await run(['audit', 'verify', '--head', head.replaceAll(/./g, 'A')]);
          expect(forged.code).to.equal(1);

          if (!existsSync(workplace.path('archive.ndjson'))) return;
          await done('audit', 'verify', 'archive.ndjson');
          const { lastDigest } = JSON.parse(text('archive.ndjson').trimEnd().split('\n').at(-1) ?? '');
          await done('audit', 'verify', 'archive.ndjson', '--head', lastDigest);
        });

        it('are gone on with: changes, an undone entry and run, and the next archive', async () => {
          await done('permissions', 'remove', BOB, 'service.tickets.*', '--reason', 'now');
          await isSound();
          await done('audit', 'revert', String(expected.revert));
          expect(await held(anId(3))).to.include('service.billing.*');
          expect((await run(['audit', 'revert', '--batch', expected.batch, '--yes'])).code).to.equal(0);
          expect([...(await held(BOB)), ...(await held(anId(3)))]).to.not.include('service.grants.read');
          await isSound();

          await done('audit', 'archive', 'next.ndjson', '--until', '0s');
          await run(['keys', 'add']);
          await run(['keys', 'rotate']);
          await done('permissions', 'add', BOB, 'service.later');
          await done('audit', 'verify', 'next.ndjson');
          await isSound();
        });

        it('are served, with the tokens of their keys', async () => {
          const { url } = await workplace.serve([], { OPS_DB: db });
          const token = (await done('token', 'issue', '--user', ADA)).trim();
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
          const payload = { userId: anId(2), permissions: ['service.reports.*'] };
          const removed = await fetch(`${url}/user/remove-permissions`, {
            method: 'PUT',
            headers,
            body: JSON.stringify({ payload }),
          });
          expect(removed.status).to.equal(200);
          const listed = await fetch(`${url}/department/list/0/0`, { headers });
          expect(await listed.json()).to.have.nested.property('data.total', 3);
          expect(await held(BOB)).to.not.include('service.reports.read');
          await isSound();
        });

        if (kind === 'postgres') return;

        it('have a backup that is put back', async () => {
          await done('db', 'restore', 'backup.db', '--yes');
          // What was taken away after the copy is there again.
          expect([expected.held[anId(4)], await held(NOBODY)]).to.deep.equal([[], ['service.users.read']]);
          await isSound();
        });

        it('have a cache of addresses that is used or emptied, and in nobody’s way', async () => {
          const provider = createServer((_, response) => {
            const address = { town: 'Vaduz', state: 'Oberland', country_code: 'li' };
            response.end(JSON.stringify([{ lat: '47.1', lon: '9.5', address }]));
          });
          await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
          const { port } = provider.address() as AddressInfo;
          const asked = { OPS_GEOCODERS: 'nominatim', OPS_NOMINATIM_URL: `http://127.0.0.1:${port}` };
          const found = await run(['geocode', 'Städtle 37', '--json'], asked);
          provider.close();
          expect([found.code, found.stderr]).to.deep.equal([0, '']);
          expect(JSON.parse(found.stdout)).to.include({ city: 'Vaduz', country: 'LI' });
          // It was kept: nobody is there to ask any more.
          expect((await run(['geocode', 'Städtle 37', '--json'], asked)).code).to.equal(0);
        });
      });
    }
  }
});
