import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The `ops-admin` command. */
export const BIN = join(import.meta.dirname, '../../packages/cli/bin/ops-admin.js');

/** Permissions of each user. Removals leave the last two of them, so that sets stay alike. */
const HELD = Array.from({ length: 10 }, (_, n) => `service.module${n}.${n % 2 === 0 ? 'read' : 'write'}`);
const TAKEN = HELD.length - 2;

const id = (kind, n) => kind + n.toString(16).padStart(24 - kind.length, '0');
export const ADMIN = id('a', 0);
export const PLAIN_USER = id('b', 0);
export const OTHER_USER = id('b', 1);
export const NOBODY = 'f'.repeat(24);

/** The number of removals that a database with this number of users allows: each permission of each user once. */
export const removalsOf = (users) => users * TAKEN;

/** The nth removal: the first permission of every user, then the second of every user. */
export function removalAt(n, users) {
  return { userId: id('b', n % users), permissions: [HELD[Math.floor(n / users) % TAKEN]] };
}

/** A batch of removals from the nth on. Once everything is removed, the same batches give it back. */
export function batchAt(n, rows, users) {
  const changes = Array.from({ length: rows }, (_, row) => {
    const { userId, permissions } = removalAt((n + row) % removalsOf(users), users);
    return { user: userId, permissions };
  });
  return { action: Math.floor(n / removalsOf(users)) % 2 === 1 ? 'add' : 'remove', changes };
}

export const keysIn = (folder) => join(folder, 'keys.json');

/** Runs the command to its end, and returns what it printed. */
export function opsAdmin(folder, args, input = '') {
  const { status, stderr, stdout } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, OPS_AUTH_KEYS: keysIn(folder) },
    input,
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`ops-admin ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Makes a database by importing records, and returns it with a token of the admin and one of a user without rights. */
export function makeOrganisation(folder, db, { users, departments }) {
  const run = (kind, records) =>
    opsAdmin(folder, ['import', kind, '-', '--db', db], records.map((one) => JSON.stringify(one)).join('\n'));
  run('users', usersOf(users));
  if (departments > 0)
    run(
      'departments',
      Array.from({ length: departments }, (_, n) => department(n, users)),
    );
  const tokenOf = (user) => opsAdmin(folder, ['token', 'issue', '--user', user, '--ttl', '1d', '--db', db]);
  return { db, users, tokens: { admin: tokenOf(ADMIN), plain: tokenOf(PLAIN_USER) } };
}

/** The records of an admin and of `users` others. */
export function usersOf(users) {
  return [
    { ...person('a', 0), permissions: ['service.admin.access'] },
    ...Array.from({ length: users }, (_, n) => ({ ...person('b', n), permissions: HELD })),
  ];
}

function person(kind, n) {
  const [firstName, lastName] = [`First${n}`, `Last${n}`];
  const personalInformation = { firstName, lastName, name: `${firstName} ${lastName}` };
  return { _id: id(kind, n), emails: [`${kind}${n}@example.org`], personalInformation };
}

/** Nine of ten departments have a parent, and each has a manager. */
function department(n, users) {
  return {
    _id: id('d', n),
    name: `Department ${n}`,
    description: `The purpose of department ${n} of the organisation`,
    code: `D${n}`,
    parentId: n % 10 === 0 ? null : id('d', n - (n % 10)),
    managerId: id('b', n % users),
    createdAt: new Date(1_600_000_000_000 + n * 60_000).toISOString(),
  };
}
