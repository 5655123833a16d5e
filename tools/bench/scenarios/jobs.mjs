import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readNpmAirports } from '../../../packages/reference-data/build/read-npm-airports.ts';
import { BIN, opsAdmin } from '../command.mjs';
import { runMeasured } from '../measured-process.mjs';
import { HELD, keysIn, usersOf } from '../organisation.mjs';

const FLOOR = join(import.meta.dirname, '../floors/floor-jobs.mjs');
const BATCH = 'run-1';
const REMOVED_USERS = 10_000;
const IMPORTED_USERS = 20_000;
/** All permissions of a user but the last are taken, which leaves 200,000 entries with those of the import. */
const TAKEN = HELD.slice(0, -1);
const REHEARSED_ROWS = 160_000;
const LOOKUPS = 1000;

export const NO_REMOVAL = 'removal of nothing';
export const REMOVAL = 'removal of 10,000 rows';
export const IMPORT = 'import of 20,000 users';
export const REHEARSED = 'dry run of 160,000 rows';
export const REHEARSED_LONGER = 'dry run of 480,000 rows';
export const VERIFICATION = 'audit verify of 200,000';

/** The name of the same job by hand. */
export function byHand(job) {
  return `${job}, by hand`;
}

/** The same without the trail. */
export function bare(job) {
  return `${job}, bare loop`;
}

/**
 * Whole processes of the command's jobs, in turns with the same by hand. Afterwards the databases say the same, and so does
 * what was printed.
 */
export function runJobs({ folder: parent, plan, quick }) {
  const jobs = new Jobs(join(parent, 'jobs'), quick ? 2 : plan.rounds);
  measureRemoval(jobs);
  measureImport(jobs, quick);
  if (!quick) {
    measureManyRows(jobs);
    measurePlaces(jobs);
  }
  return { title: 'jobs of the command, whole processes', processes: jobs.processes };
}

function measureRemoval(jobs) {
  const users = usersOf(REMOVED_USERS);
  jobs.importUsers(users, 'few');
  const rows = users.map(({ _id }) => [_id, 'service.module0.*']);
  jobs.writeChanges('none.csv', rows.slice(0, 1));
  jobs.writeChanges('all.csv', rows);
  const removal = (file) => ({ args: jobs.removal(file), copies: 'few.db' });
  const floor = (file) => ({ ...jobs.floor('remove', file), copies: 'few.db' });
  jobs.measure({
    [NO_REMOVAL]: removal('none.csv'),
    [byHand(NO_REMOVAL)]: floor('none.csv'),
    [REMOVAL]: removal('all.csv'),
    [byHand(REMOVAL)]: floor('all.csv'),
  });
  jobs.assertSame(REMOVAL, byHand(REMOVAL));
}

function measureImport(jobs, quick) {
  jobs.write('users.json', JSON.stringify(usersOf(IMPORTED_USERS)));
  const floor = (job) => ({ ...jobs.floor(job, 'users.json'), copies: 'empty.db' });
  jobs.measure({
    [IMPORT]: { args: ['import', 'users', 'users.json', '--batch', BATCH], copies: 'empty.db' },
    [byHand(IMPORT)]: floor('import'),
    ...(!quick && { [bare(IMPORT)]: floor('bare-import') }),
  });
  jobs.assertSame(IMPORT, byHand(IMPORT), { isPrintedAlike: false });
}

function measureManyRows(jobs) {
  const users = usersOf(IMPORTED_USERS);
  jobs.importUsers(users, 'many');
  const rows = TAKEN.flatMap((permission) => users.slice(1).map(({ emails }) => [emails[0], permission]));
  const rehearsed = rows.slice(0, REHEARSED_ROWS);
  jobs.writeChanges('rows.csv', rehearsed);
  jobs.writeChanges('thrice.csv', [...rehearsed, ...rehearsed, ...rehearsed]);
  jobs.writeChanges('all-rows.csv', rows);
  const dryRun = (file) => ({ args: [...jobs.removal(file), '--dry-run'], reads: 'many.db' });
  jobs.measure({ [REHEARSED]: dryRun('rows.csv'), [REHEARSED_LONGER]: dryRun('thrice.csv') });

  jobs.run([...jobs.removal('all-rows.csv'), '--db', 'many.db']);
  jobs.measure({
    [VERIFICATION]: { args: ['audit', 'verify', '--json'], reads: 'many.db' },
    [byHand(VERIFICATION)]: { ...jobs.floor('verify'), reads: 'many.db' },
    'db copy of it': { args: ['db', 'copy', '--from', 'many.db', '--to'] },
  });
  jobs.assertPrintedAlike(VERIFICATION, byHand(VERIFICATION));
}

function measurePlaces(jobs) {
  const airports = readNpmAirports();
  const towns = airports.map(({ iso_country, municipality }) => `${municipality}, ${iso_country}`);
  jobs.write('texts', [...new Set(towns)].slice(0, LOOKUPS).join('\n'));
  const geocode = ['geocode', '--no-cache'];
  jobs.measure({
    'geocode of one text': { args: [...geocode, 'Springfield, US'], reads: 'few.db' },
    'geocode of 1,000 texts': { args: [...geocode, '-'], reads: 'few.db', input: 'texts', mayMiss: true },
  });
}

/** The files of the jobs, and what their processes took. */
class Jobs {
  processes = {};
  #folder;
  #rounds;
  #printed = {};

  constructor(folder, rounds) {
    this.#folder = folder;
    this.#rounds = rounds;
    mkdirSync(folder, { recursive: true });
    this.importUsers([], 'empty');
  }

  write(file, text) {
    writeFileSync(this.#at(file), text);
  }

  writeChanges(file, rows) {
    this.write(file, ['user,permission\n', ...rows.map((row) => `${row.join(',')}\n`)].join(''));
  }

  importUsers(users, name) {
    this.write(`${name}.json`, JSON.stringify(users));
    this.run(['import', 'users', `${name}.json`, '--db', `${name}.db`]);
  }

  run(args) {
    opsAdmin(args, this.#folder, { env: this.#env });
  }

  /** The command's arguments of a removal by file; its rows are printed. */
  removal(file) {
    return ['permissions', 'remove', '--file', file, '--batch', BATCH, '--json'];
  }

  floor(job, input = '') {
    return { floor: job, input };
  }

  /** In turns, each on a copy of its own of the database that it changes. */
  measure(jobs) {
    for (const name of Object.keys(jobs)) this.processes[name] = [];
    for (let round = 0; round < this.#rounds; round++)
      for (const [name, job] of Object.entries(jobs)) this.processes[name].push(this.#measureOnce(name, job));
  }

  /** Whether both left the same users and the same trail, which a check finds sound, and printed the same. */
  assertSame(job, other, { isPrintedAlike = true } = {}) {
    const [one, two] = [job, other].map((name) => contentOf(this.#at(databaseOf(name))));
    if (one !== two) throw new Error(`${job}: the loop left something else`);
    this.run(['db', 'check', '--db', databaseOf(other)]);
    if (isPrintedAlike) this.assertPrintedAlike(job, other);
  }

  assertPrintedAlike(job, other) {
    if (this.#printed[job] !== this.#printed[other])
      throw new Error(`${job}: the loop printed something else`);
  }

  #measureOnce(name, { args, copies, floor, input, mayMiss, reads }) {
    const database = reads ?? databaseOf(name);
    for (const end of ['', '-wal', '-shm']) if (!reads) rmSync(this.#at(database + end), { force: true });
    if (copies) copyFileSync(this.#at(copies), this.#at(database));
    const { printed, ...used } = runMeasured(this.#argsOf({ args, database, floor, input }), {
      cwd: this.#folder,
      env: this.#env,
      statuses: mayMiss ? [0, 4] : [0],
      input: floor || input === undefined ? undefined : readFileSync(this.#at(input)),
    });
    this.#printed[name] = printed;
    return used;
  }

  #argsOf({ args, database, floor, input }) {
    if (floor) return [FLOOR, floor, database, keysIn(this.#folder), input, BATCH];
    return [BIN, ...args, ...(args.at(-1) === '--to' ? [database] : ['--db', database])];
  }

  get #env() {
    return { OPS_ACTOR: 'bench', OPS_AUTH_KEYS: keysIn(this.#folder) };
  }

  #at(file) {
    return join(this.#folder, file);
  }
}

function databaseOf(job) {
  return `${job.replaceAll(/\W+/g, '-')}.db`;
}

/** Everything that both must have written alike: all but times, salts and what is hashed of these. */
function contentOf(file) {
  const database = new Database(file, { readonly: true });
  const all = (sql) => database.prepare(sql).raw().all();
  const content = [
    'select id, first_name, last_name, name, department_id, active from users order by id',
    'select * from user_keys order by user_id',
    'select * from user_emails order by user_id, position',
    'select * from user_permissions order by user_id, position',
    `select id, actor, source, action, user_id, requested, before, after, ends_before, batch, key_id
     from audit_entries order by id`,
    'select * from audit_changes order by entry_id, position',
  ].map(all);
  database.close();
  return JSON.stringify(content);
}
