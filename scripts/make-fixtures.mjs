// Makes the files that a version leaves behind, small, in test/fixtures/NAME: with each release those of its version, which the
// next one has to open (packages/cli/test/earlier-versions.test.ts). The command of this clone makes them, or another one:
//
//   node scripts/make-fixtures.mjs NAME POSTGRES-URL [COMMAND]
//
// The URL is that of an empty database; its tables are made there and stay. `pg_dump` of that server's version or a newer one has
// to be in the PATH.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const [name, postgres, command = join(ROOT, 'packages/cli/bin/ops-admin.js')] = process.argv.slice(2);
if (!name || !postgres) {
  console.error('usage: node scripts/make-fixtures.mjs NAME POSTGRES-URL [COMMAND]');
  process.exit(2);
}
const target = join(ROOT, 'test/fixtures', name);
const execute = promisify(execFile);

const id = (n) => String(n).padStart(24, '0');
const [ADA, BOB, ZOE, NOBODY] = [1, 2, 3, 4].map(id);
const person = (first, last) => ({ firstName: first, lastName: last, name: `${first} ${last}` });
const USERS = [
  {
    _id: ADA,
    emails: ['ada@example.org'],
    personalInformation: person('Ada', 'Example'),
    permissions: ['service.admin.access', 'service.users.read'],
  },
  {
    _id: BOB,
    emails: ['bob@example.org', 'robert@example.org'],
    personalInformation: person('Bob', 'Example'),
    permissions: ['service.tickets', 'service.tickets.read', 'service.tickets.write', 'service.reports.read'],
  },
  {
    _id: ZOE,
    emails: ['zoë@example.org'],
    personalInformation: person('Zoë', 'Ünal 李'),
    permissions: ['service.billing.*', 'service.reports.read'],
    identities: [{ issuer: 'https://id.example.org', subject: 'zoe' }],
  },
  { _id: NOBODY, emails: ['nobody@example.org'], personalInformation: person('No', 'Body'), permissions: [] },
];
const day = (n) => ({ createdAt: `2026-01-0${n}T00:00:00.000Z`, updatedAt: `2026-01-0${n}T12:00:00.000Z` });
const DEPARTMENTS = [
  { _id: id(11), name: 'Operations', code: 'OPS', managerId: ADA, ...day(1) },
  { _id: id(12), name: 'Entwicklung', description: 'Zürich', parentId: id(11), ...day(2) },
  { _id: id(13), name: '運用', parentId: id(12), managerId: BOB, ...day(2) },
];

/** A provider of addresses that finds the same place for all. */
const provider = createServer((_, response) => {
  const address = { town: 'Vaduz', state: 'Oberland', country_code: 'li' };
  response.end(JSON.stringify([{ lat: '47.1', lon: '9.5', address }]));
});
await once(provider.listen(0, '127.0.0.1'), 'listening');

/** Lets the command do a little of everything over a database, and gives what it then says of it. */
async function fill(folder, database) {
  const env = { PATH: process.env.PATH, OPS_DB: database, OPS_AUTH_KEYS: 'ops-admin.keys.json' };
  const run = async (args, more = {}) => {
    const options = { cwd: folder, env: { ...env, ...more } };
    return (await execute(process.execPath, [command, ...args], options)).stdout;
  };
  const json = async (...args) => JSON.parse(await run([...args, '--json']));
  /** What older versions lack is left out of theirs. */
  const knows = (...words) =>
    run([...words, '--help']).then((help) => help.startsWith(`Usage: ops-admin ${words.join(' ')}`));
  const write = (file, content) => writeFileSync(join(folder, file), content);
  /** No two changes are of one time, so that `--until` parts them. */
  const change = async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await run(args);
  };

  write('users.json', JSON.stringify(USERS, null, 2));
  write('departments.json', JSON.stringify(DEPARTMENTS, null, 2));
  write('grants.csv', `user,permission\n${BOB},service.grants.read\n${ZOE},service.grants.read\n`);
  await change('import', 'users', 'users.json');
  await change('import', 'departments', 'departments.json');
  await change('permissions', 'remove', BOB, 'service.tickets.*', '--reason', 'left the team 🦆');
  const [removal] = await json('audit', 'list', '--limit', '1');
  await change('permissions', 'add', BOB, 'service.reports.write', '--actor', 'keeper');
  await change('permissions', 'remove', BOB, 'service.nothing');
  await change('users', 'link', BOB, '--issuer', 'https://id.example.org', '--subject', 'bob');
  await change('permissions', 'add', '--file', 'grants.csv', '--reason', 'quarter');
  const [{ batch }] = await json('audit', 'list', '--limit', '1');
  await change('audit', 'revert', String(removal.id), '--reason', 'came back');
  await change('permissions', 'remove', ZOE, 'service.billing.*');
  const [open] = await json('audit', 'list', '--limit', '1');

  if (await knows('audit', 'archive'))
    await change('audit', 'archive', 'archive.ndjson', '--until', removal.time);
  if (await knows('keys', 'rotate')) {
    await run(['keys', 'add']);
    await run(['keys', 'rotate']);
  }
  await change('permissions', 'add', NOBODY, 'service.users.read', '--reason', 'under a new key');
  write('export.ndjson', await run(['audit', 'export']));
  write('head', await run(['audit', 'head']));
  if (!database.startsWith('postgres')) {
    await run(['db', 'backup', 'backup.db']);
    const asked = {
      OPS_GEOCODERS: 'nominatim',
      OPS_NOMINATIM_URL: `http://127.0.0.1:${provider.address().port}`,
    };
    await run(['geocode', 'Städtle 37'], asked);
  }
  await change('permissions', 'remove', NOBODY, 'service.users.read', '--reason', 'after the backup');
  const held = {};
  for (const { _id } of USERS) held[_id] = await json('permissions', 'list', _id);
  return { held, batch, revert: open.id, head: (await run(['audit', 'head'])).trim() };
}

const scratch = mkdtempSync(join(tmpdir(), 'ops-admin-fixtures-'));
rmSync(target, { recursive: true, force: true });
try {
  for (const [kind, database] of [
    ['sqlite', 'ops-admin.db'],
    ['postgres', postgres],
  ]) {
    const folder = join(scratch, kind);
    const kept = join(target, kind);
    mkdirSync(folder);
    mkdirSync(kept, { recursive: true });
    const expected = await fill(folder, database);
    writeFileSync(join(kept, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
    for (const file of ['archive.ndjson', 'export.ndjson', 'head', 'ops-admin.keys.json'])
      copyIfThere(join(folder, file), join(kept, file));
    for (const file of ['ops-admin.db', 'backup.db', 'ops-admin.geocode-cache.sqlite'])
      copyIfThere(join(folder, file), join(kept, `${file}.gz`), (content) => gzipSync(content, { level: 9 }));
  }
  const { stdout } = await execute('pg_dump', ['--inserts', '--no-owner', '--no-privileges', postgres]);
  // What psql alone understands.
  writeFileSync(join(target, 'postgres/dump.sql'), stdout.replaceAll(/^\\.*\n/gm, ''));
} finally {
  provider.close();
  rmSync(scratch, { recursive: true });
}

function copyIfThere(from, to, change) {
  try {
    if (change) writeFileSync(to, change(readFileSync(from)));
    else copyFileSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
