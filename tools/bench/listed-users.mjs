import { COUNT_USERS, holdOf } from './in-sql.mjs';

/** Of the users whom lists are measured with: what nearly all hold, and what one in a thousand does. */
export const LISTED = {
  common: 'service.common.read',
  commonModule: 'service.common.*',
  rare: 'service.rare.read',
  rareModule: 'service.rare.*',
  /** How many permissions a user holds, but for one in a hundred. */
  held: 10,
};

const MODULES = 200;

export function listedId(n) {
  return `b${n.toString(16).padStart(23, '0')}`;
}

/** SQL for users in the words of a database, who are not in the order of their names, as none are. */
export function insertUsers(words, from, to, prime) {
  const { hex, numbers } = words;
  const ofModules = Array.from(
    { length: LISTED.held - 1 },
    // Always other ones: no two of these are the same for a user.
    (_, k) => `'"service.module' || ((n + ${k * 23}) % ${MODULES}) || '.${k % 2 === 0 ? 'read' : 'write'}"'`,
  ).join(` || ',' || `);
  const permissions = `'[' ||
    case when n % 100 > 0 then '"${LISTED.common}",' else '"service.module' || (n % ${MODULES}) || '.*",' end ||
    case when n % 1000 = 0 then '"${LISTED.rare}",' else '' end || ${ofModules} || ']'`;
  const [first, last] = [`'Anna' || (n % 97)`, `'Larsson ' || ((n * 7919) % ${prime})`];
  const name = `${last} || ', ' || ${first}`;
  const email = `'user' || n || '@example.org'`;
  const each = numbers(from, to);
  return `
    insert into users (id, first_name, last_name, name, active, salt)
      select 'b' || ${hex('n')}, ${first}, ${last}, ${name}, 1, 'salt' from ${each};
    insert into user_emails (user_id, position, email) select 'b' || ${hex('n')}, 0, ${email} from ${each};
    insert into user_keys (user_id, name_key, email_key, search_text)
      select 'b' || ${hex('n')}, lower(${name}), ${email},
        lower(${email} || '\n' || ${name} || '\n' || ${first} || '\n' || ${last}) from ${each};
    ${holdOf(words, permissions, `(select 'b' || ${hex('n')} as user_id, n from ${each}) u`)}
    ${COUNT_USERS}`;
}
