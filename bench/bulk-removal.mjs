// Ten thousand users changed by file: the command against a hand-written loop over better-sqlite3.
// node bench/bulk-removal.mjs [USERS] [RUNS]
import { spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BIN = join(import.meta.dirname, '../packages/cli/bin/ops-admin.js');
const BATCH = 500;
const idOf = (n) => (n + 1).toString(16).padStart(24, '0');

/** What anybody would write: the file split by lines, a transaction a batch, the set and its audit row written. */
function handWritten(databaseFile, changesFile, isChained) {
  const Database = createRequire(join(import.meta.dirname, '../packages/adapter-sqlite/package.json'))(
    'better-sqlite3',
  );
  const database = new Database(databaseFile);
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  const read = database.prepare('select permissions from users where id = ?').pluck();
  const write = database.prepare('update users set permissions = ? where id = ?');
  const insert = database.prepare(`
    insert into audit_entries
      (time, actor, source, action, user_id, requested, since_sets, batch, previous, digest)
    values (?, 'cli:root', 'cli', 'remove', ?, ?, 0, 'run-1', ?, ?)`);
  const insertChange = database.prepare(
    'insert into audit_changes (entry_id, position, is_added, permission, module) values (?, ?, 0, ?, ?)',
  );
  const key = randomBytes(32);
  let previous = '';
  const change = database.transaction((lines) => {
    for (const line of lines) {
      const [user, permission] = line.split(',');
      const held = read.get(user);
      const module = permission.slice(0, -2);
      const isGone = (one) => one === module || one.startsWith(`${module}.`);
      const before = JSON.parse(held);
      const after = JSON.stringify(before.filter((one) => !isGone(one)));
      const removed = before.filter(isGone);
      const entry = [new Date().toISOString(), user, JSON.stringify([permission])];
      const digest = isChained
        ? createHmac('sha256', key)
            .update(JSON.stringify([previous, ...entry, removed, held, after]))
            .digest('base64url')
        : null;
      write.run(after, user);
      const { lastInsertRowid } = insert.run(...entry, previous, digest);
      for (const [n, one] of removed.entries()) insertChange.run(lastInsertRowid, n, one, one.split('.')[1]);
      previous = digest ?? '';
    }
  });
  const lines = readFileSync(changesFile, 'utf8').trimEnd().split('\n').slice(1);
  for (let start = 0; start < lines.length; start += BATCH)
    change.immediate(lines.slice(start, start + BATCH));
  database.close();
}

function measure() {
  const users = Number(process.argv[2] ?? 10_000);
  const runs = Number(process.argv[3] ?? 5);
  const folder = mkdtempSync(join(tmpdir(), 'ops-admin-bench-'));
  const inFolder = (name) => join(folder, name);
  const started = (args) => {
    const before = performance.now();
    const output = openSync('/dev/null', 'w');
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', output, 'pipe'],
    });
    if (status !== 0) throw new Error(`exit ${status}: ${stderr}`);
    return performance.now() - before;
  };
  try {
    const records = Array.from({ length: users }, (_, n) => ({
      _id: idOf(n),
      emails: [`user${n}@example.org`],
      permissions:
        n === 0
          ? ['service.admin.access']
          : ['service.a.read', 'service.a.write', 'service.b.read', `service.c.m${n % 50}`],
    }));
    writeFileSync(inFolder('users.json'), JSON.stringify(records));
    const header = 'user,permission\n';
    // The admin holds nothing of it: a file without a row is refused.
    writeFileSync(inFolder('none.csv'), `${header}${idOf(0)},service.a.*\n`);
    writeFileSync(inFolder('all.csv'), header + records.map(({ _id }) => `${_id},service.a.*\n`).join(''));
    started([BIN, 'import', 'users', 'users.json', '--db', 'base.db']);
    cpSync(inFolder('base.keys.json'), inFolder('run.keys.json'));

    const floor = (file, kind) => [import.meta.filename, kind, 'run.db', file];
    const command = (file) => [BIN, 'permissions', 'remove', '--file', file, '--db', 'run.db', '--json'];
    const contenders = {
      'empty node': ['-e', '0'],
      'hand-written, nothing to do': floor('none.csv', 'floor'),
      'hand-written': floor('all.csv', 'floor'),
      'hand-written with a chain': floor('all.csv', 'chain'),
      'ops-admin, nothing to do': command('none.csv'),
      'ops-admin': command('all.csv'),
    };
    const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
    // In turns, so that a busy moment of the machine meets all of them.
    for (let run = 0; run < runs; run++) {
      for (const [name, args] of Object.entries(contenders)) {
        for (const end of ['', '-wal', '-shm']) rmSync(inFolder(`run.db${end}`), { force: true });
        cpSync(inFolder('base.db'), inFolder('run.db'));
        times[name].push(started(args));
      }
    }
    const median = (name) => times[name].toSorted((a, b) => a - b)[Math.floor(runs / 2)];
    for (const name of Object.keys(contenders))
      console.log(`${median(name).toFixed(0).padStart(6)} ms  ${name}`);
    const ratio = (start, floorStart, kind) =>
      ((median('ops-admin') - median(start)) / (median(kind) - median(floorStart))).toFixed(2);
    const own = ['ops-admin, nothing to do', 'hand-written, nothing to do'];
    const empty = ['empty node', 'empty node'];
    console.log(`ratio without the start of an empty node: ${ratio(...empty, 'hand-written')}`);
    console.log(`  the same against the loop with a chain:  ${ratio(...empty, 'hand-written with a chain')}`);
    console.log(`ratio without the start of each:          ${ratio(...own, 'hand-written')}`);
    console.log(`  the same against the loop with a chain:  ${ratio(...own, 'hand-written with a chain')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [kind, databaseFile, changesFile] = process.argv.slice(2);
if (kind === 'floor' || kind === 'chain') handWritten(databaseFile, changesFile, kind === 'chain');
else measure();
