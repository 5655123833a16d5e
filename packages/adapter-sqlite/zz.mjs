import { rmSync } from 'node:fs';
import { openDatabase, SqliteDepartmentRepository, SqliteUserDirectory } from '@ops-admin/adapter-sqlite';
import { insertDepartments, SQLITE } from '../../bench/in-sql.mjs';
import { insertUsers } from '../../bench/listed-users.mjs';

const f = '/tmp/sqlw/proto.db';
const N = 1_000_000;
const isNew = process.argv[2] === 'make';
if (isNew) for (const s of ['', '-wal', '-shm']) rmSync(f + s, { force: true });
const db = openDatabase(f, { create: true })._unsafeUnwrap();
const t = (n, w) => {
  const a = performance.now(),
    c = process.cpuUsage();
  w();
  const d = process.cpuUsage(c);
  console.log(n, (performance.now() - a).toFixed(0), 'ms cpu', ((d.user + d.system) / 1000) | 0);
};
if (isNew) {
  t('departments', () => db.exec(insertDepartments(SQLITE, 0, N, 10)));
  t('users', () => db.exec(insertUsers(SQLITE, 0, N, 999983)));
}
console.log(
  db.prepare('select list,count(*),sum(rows),min(rows),max(rows) from list_marks group by list').all(),
);
const c = { current: () => ({ database: db, generation: 1 }), failed() {} };
const dep = new SqliteDepartmentRepository(c),
  us = new SqliteUserDirectory(c);
for (const [n, r, size] of [
  ['departments', (a) => dep.list(a), 10],
  ['users', (a) => us.search(a), 50],
])
  for (const start of [0, N / 2, N - size]) {
    let total;
    const times = [];
    for (let i = 0; i < 300; i++) {
      const s = Math.max(0, Math.min(start + (start < N / 2 ? i : start > N / 2 ? -i : i), N - size));
      const a = performance.now();
      const p = (await r({ start: s, end: s + size }))._unsafeUnwrap();
      times.push(performance.now() - a);
      total = p.total;
    }
    times.sort((a, b) => a - b);
    console.log(
      n,
      start,
      total,
      'p50',
      (times[150] * 1000).toFixed(0),
      'µs p95',
      (times[285] * 1000).toFixed(0),
    );
  }
db.close();
