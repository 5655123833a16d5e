import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

// Makes databases and statements, drops them unclosed, and collects the garbage. Run with --expose-gc.
const DATABASES = 300;
const STATEMENTS_EACH = 20;

for (let made = 0; made < DATABASES; made++) {
  const database = new Database(':memory:');
  database.exec('CREATE TABLE user (id INTEGER PRIMARY KEY); INSERT INTO user VALUES (1), (2), (3)');
  for (let index = 0; index < STATEMENTS_EACH; index++) {
    for (const _ of database.prepare(`SELECT id, ${index} FROM user`).iterate()) break;
  }
}
for (let round = 0; round < 5; round++) {
  globalThis.gc?.();
  // Finalizers run between tasks.
  await sleep(10);
}
console.log(
  `${DATABASES * STATEMENTS_EACH} statements dropped${globalThis.gc ? '' : ', but no garbage collected'}`,
);
