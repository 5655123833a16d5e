/**
 * The command's jobs as anybody would write them by hand over the same tables, in transactions of the same size, as durable:
 * node floor-jobs.mjs remove|import|bare-import|verify DATABASE KEYS [FILE BATCH]
 */
import { createHmac, createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';

const ROWS_PER_TRANSACTION = 500;
const ENTRIES_PER_PAGE = 500;
const CHANGES_BETWEEN_SETS = 100;
const ADMIN = ['service.admin.access', 'service.admin.*', 'service.admin'];

const [job, file, keys, input, batch] = process.argv.slice(2);
const secret = JSON.parse(readFileSync(keys, 'utf8')).keys.find(({ kty }) => kty === 'oct');
const key = createSecretKey(Buffer.from(secret.k, 'base64url'));
const digestOf = (text) => createHmac('sha256', key).update(text).digest('base64url');
const digestOfSet = (json) => digestOf(`set ${json}`);
const database = new Database(file, { fileMustExist: true });
database.pragma('journal_mode = wal');
database.pragma('synchronous = full');
database.pragma('wal_autocheckpoint = 4000');

/** Writes entries as the service seals them, each a link to the one before. */
function openTrail(source, action) {
  const newest = database.prepare(`
    select seq as id, (select digest from audit_entries where id = seq) as digest
    from sqlite_sequence where name = 'audit_entries'`);
  const trailOf = database.prepare(`
    select after_digest as after, since_sets as since from audit_entries where user_id = ? order by id desc limit 1`);
  const insert = database.prepare(`
    insert into audit_entries (id, time, actor, source, action, user_id, requested, before_digest, after_digest, since_sets,
      batch, previous, digest, key_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertChange = database.prepare(
    'insert into audit_changes (entry_id, position, is_added, permission, module) values (?, ?, ?, ?, ?)',
  );
  const insertSets = database.prepare(
    'insert into audit_sets (user_id, entry_id, "before", "after") values (?, ?, ?, ?)',
  );
  const actor = `cli:${process.env.OPS_ACTOR}`;
  return () => {
    const end = newest.get() ?? { id: 0, digest: null };
    let { id, digest: previous } = { id: end.id, digest: end.digest ?? '' };
    const time = new Date().toISOString();
    return (userId, { before, after, requested, added, removed }) => {
      id++;
      const [beforeDigest, afterDigest] = [digestOfSet(before), digestOfSet(after)];
      const trail = trailOf.get(userId);
      const follows = trail ? trail.after === beforeDigest : before === '[]';
      const age = (trail?.since ?? 0) + 1;
      const isKept = !follows || age > CHANGES_BETWEEN_SETS;
      const since = isKept ? 0 : age;
      const fields = [
        ...['entry 2', id, time, actor, source, action, userId, requested, added, removed, beforeDigest],
        ...[afterDigest, null, null, batch, null, null, null, since, [!follows, isKept]],
      ];
      const digest = digestOf(JSON.stringify([previous, secret.kid, ...fields]));
      insert.run(
        ...[id, time, actor, source, action, userId, JSON.stringify(requested), beforeDigest, afterDigest],
        ...[since, batch, previous, digest, secret.kid],
      );
      let position = 0;
      for (const one of added) insertChange.run(id, position++, 1, one, moduleOf(one));
      for (const one of removed) insertChange.run(id, position++, 0, one, moduleOf(one));
      if (isKept) insertSets.run(userId, id, follows ? null : before, after);
      previous = digest;
      return id;
    };
  };
}

/** Removes what a CSV file names, and keeps the last admin. */
function remove() {
  const find = database.prepare(`
    select permissions, (select email from user_emails e where e.user_id = u.id order by e.position limit 1) as email
    from users u where id = ?`);
  const others = database.prepare("select id, permissions from users where permissions <> '[]'");
  const update = database.prepare('update users set permissions = ? where id = ?');
  const beginTrail = openTrail('cli', 'remove');
  const counts = { rows: 0, changed: 0, failed: 0 };
  const removeAll = database.transaction((rows) => {
    const record = beginTrail();
    return rows.map(({ line, permission, user }) => {
      counts.rows++;
      const found = find.get(user);
      if (!found) {
        counts.failed++;
        return { user, result: 'user-not-found', removed: [], line };
      }
      const { email, permissions: before } = found;
      const module = permission.endsWith('.*') ? permission.slice(0, -2) : undefined;
      const isAsked = (held) =>
        held === permission || (module !== undefined && (held === module || held.startsWith(`${module}.`)));
      const held = JSON.parse(before);
      const removed = held.filter(isAsked);
      if (removed.length === 0)
        return {
          user,
          userId: user,
          email,
          result: 'nothing-held',
          removed,
          ...granted(held, permission),
          line,
        };
      const kept = held.filter((one) => !isAsked(one));
      const isAdmin = (some) => some.some((one) => ADMIN.includes(one));
      if (isAdmin(held) && !isAdmin(kept)) {
        const isOther = ({ id, permissions }) => id !== user && isAdmin(JSON.parse(permissions));
        if (![...others.iterate()].some(isOther)) {
          counts.failed++;
          return { user, userId: user, result: 'no-admin-left', removed: [], line };
        }
      }
      counts.changed++;
      const after = JSON.stringify(kept);
      update.run(after, user);
      const entry = record(user, { before, after, requested: [permission], added: [], removed });
      return {
        user,
        userId: user,
        email,
        result: 'removed',
        removed,
        ...granted(kept, permission),
        entry,
        batch,
        line,
      };
    });
  });
  const rows = readFileSync(input, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((text, n) => {
      const [user, permission] = text.split(',');
      return { user, permission, line: n + 2 };
    });
  for (let start = 0; start < rows.length; start += ROWS_PER_TRANSACTION)
    print(removeAll.immediate(rows.slice(start, start + ROWS_PER_TRANSACTION)));
  print([{ summary: { batch, ...counts } }]);
}

function granted(held, permission) {
  const module = /^service\.[^.]+/.exec(permission)?.[0];
  const still = held.filter((one) => one === permission || one === module || one === `${module}.*`);
  return still.length > 0 ? { stillGrantedBy: still } : {};
}

/** Brings in new users from a JSON array, all or nothing; a bare import leaves no trail. */
function importUsers(isBare) {
  const insert = database.prepare(
    'insert into users (id, first_name, last_name, name, permissions) values (?, ?, ?, ?, ?)',
  );
  const insertKeys = database.prepare(
    'insert into user_keys (user_id, name_key, search_text) values (?, ?, ?)',
  );
  const insertEmail = database.prepare('insert into user_emails (user_id, position, email) values (?, ?, ?)');
  const beginTrail = openTrail('import', 'set');
  const importAll = database.transaction((users) => {
    const record = isBare ? undefined : beginTrail();
    for (const { _id, emails, personalInformation, permissions } of users) {
      const { firstName, lastName, name } = personalInformation;
      const after = JSON.stringify(permissions);
      insert.run(_id, firstName, lastName, name, after);
      const texts = [...emails, name, firstName, lastName].map((text) => text.toLowerCase());
      insertKeys.run(_id, name.toLowerCase(), texts.join('\n'));
      for (const [n, email] of emails.entries()) insertEmail.run(_id, n, email);
      record?.(_id, { before: '[]', after, requested: permissions, added: permissions, removed: [] });
    }
  });
  importAll.immediate(JSON.parse(readFileSync(input, 'utf8')));
}

/** Reads every entry and works out its digest, and no more; exit code 1 where one is not what was written. */
function verify() {
  const page = database.prepare('select * from audit_entries where id > ? order by id limit ?');
  const changesOf = database.prepare(
    'select is_added, permission from audit_changes where entry_id = ? order by position',
  );
  const setsOf = database.prepare(
    'select "before", "after" from audit_sets where user_id = ? and entry_id = ?',
  );
  let [entries, previous] = [0, ''];
  for (let last = 0; ; ) {
    const rows = page.all(last, ENTRIES_PER_PAGE);
    for (const row of rows) {
      const changes = changesOf.all(row.id);
      const sets = setsOf.get(row.user_id, row.id);
      const [added, removed] = [1, 0].map((isAdded) =>
        changes.filter((change) => change.is_added === isAdded).map(({ permission }) => permission),
      );
      const fields = [
        ...['entry 2', row.id, row.time, row.actor, row.source, row.action, row.user_id],
        ...[JSON.parse(row.requested), added, removed, row.before_digest, row.after_digest, row.request_id],
        ...[row.reason, row.batch, row.reverts, null, null, row.since_sets],
        [(sets?.before ?? null) !== null, sets !== undefined],
      ];
      const isSound =
        row.previous === previous &&
        row.digest === digestOf(JSON.stringify([previous, row.key_id, ...fields]));
      if (!isSound) throw new Error(`entry ${row.id} is not as it was written`);
      previous = row.digest;
      entries++;
    }
    if (rows.length < ENTRIES_PER_PAGE) break;
    last = rows.at(-1).id;
  }
  console.log(JSON.stringify({ sound: true, entries, unsealed: 0, head: previous }, null, 2));
}

function moduleOf(permission) {
  return permission.split('.')[1] ?? null;
}

function print(rows) {
  process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

if (job === 'remove') remove();
else if (job === 'import' || job === 'bare-import') importUsers(job === 'bare-import');
else verify();
database.close();
