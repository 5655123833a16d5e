import { join } from 'node:path';
import { opsAdmin } from './command.mjs';

const id = (kind, n) => kind + n.toString(16).padStart(24 - kind.length, '0');

/** Permissions each user holds; the bench takes away all but the last two, which keep the sets alike. */
export const HELD = Array.from(
  { length: 10 },
  (_, n) => `service.module${n}.${n % 2 === 0 ? 'read' : 'write'}`,
);

export const ADMIN = id('a', 0);
export const PLAIN_USER = id('b', 0);
export const OTHER_USER = id('b', 1);

/** How many removals there are in a database of so many users: each permission of each user once. */
export function removalsOf(users) {
  return users * (HELD.length - 2);
}

/** What the nth removal takes away: of every user the first permission, then of every user the next. */
export function removalAt(n, users) {
  return { userId: id('b', n % users), permissions: [HELD[Math.floor(n / users) % (HELD.length - 2)]] };
}

/** So many changes from the nth on, all of one kind; where all is taken away it is given back, so that there is no end. */
export function changesFrom(first, rows, users) {
  const isGivenBack = Math.floor(first / removalsOf(users)) % 2 === 1;
  const changes = Array.from({ length: rows }, (_, n) => {
    const { userId, permissions } = removalAt((first + n) % removalsOf(users), users);
    return { user: userId, permissions };
  });
  return { action: isGivenBack ? 'add' : 'remove', changes };
}

/** The admin and so many other users, as the command imports them. */
export function usersOf(users) {
  return [
    { ...person('a', 0), permissions: ['service.admin.access'] },
    ...Array.from({ length: users }, (_, n) => ({ ...person('b', n), permissions: HELD })),
  ];
}

/** A database made by the command, a file or the URL of one; the keys of all of them are in `keys.json` of the folder. */
export function importOrganisation(folder, db, { users, departments }) {
  const run = (kind, records) => {
    const input = records.map((record) => JSON.stringify(record)).join('\n');
    opsAdmin(['import', kind, '-', '--db', db], folder, { env: { OPS_AUTH_KEYS: keysIn(folder) }, input });
  };
  run('users', usersOf(users));
  if (departments > 0)
    run(
      'departments',
      Array.from({ length: departments }, (_, n) => department(n, users)),
    );
  return db;
}

export function keysIn(folder) {
  return join(folder, 'keys.json');
}

/** A token of a user, for a day. */
export function tokenOf(folder, file, user) {
  return opsAdmin(['token', 'issue', '--user', user, '--ttl', '1d', '--db', file], folder, {
    env: { OPS_AUTH_KEYS: keysIn(folder) },
  }).trim();
}

function person(kind, n) {
  const [firstName, lastName] = [`First${n}`, `Last${n}`];
  return {
    _id: id(kind, n),
    emails: [`${kind}${n}@example.org`],
    personalInformation: { firstName, lastName, name: `${firstName} ${lastName}` },
  };
}

/** Every department but one in ten has a parent, and each a manager. */
function department(n, users) {
  return {
    _id: id('d', n),
    name: `Department ${n}`,
    description: `What department ${n} of the organisation is there for`,
    code: `D${n}`,
    parentId: n % 10 === 0 ? null : id('d', n - (n % 10)),
    managerId: id('b', n % users),
    createdAt: new Date(1_600_000_000_000 + n * 60_000).toISOString(),
  };
}
