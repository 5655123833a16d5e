/**
 * The command's jobs as anybody would write them by hand over the same tables, in transactions of the same size, as durable:
 * node floor-jobs.mjs remove|import|bare-import|verify DATABASE KEYS [FILE BATCH]
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  verify as isSigned,
  randomBytes,
  sign,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';

const ROWS_PER_TRANSACTION = 500;
const IMPORTED_PER_TRANSACTION = 2_000;
const ENTRIES_PER_PAGE = 500;
const ADMIN = ['service.admin.access', 'service.admin.*', 'service.admin'];

const [job, file, keys, input, batch] = process.argv.slice(2);
const sealing = JSON.parse(readFileSync(keys, 'utf8')).keys.find(({ kty }) => kty === 'OKP');
const key = createPrivateKey({ key: sealing, format: 'jwk' });
const digestOf = (text) => createHash('sha256').update(text).digest('base64url');
const signedText = (id, digest) => Buffer.from(`ops-admin-audit-v1\n${id}\n${digest}`);
/** The text of an entry by RFC 8785: what is given is in the order of names. */
const entryText = (entry) => JSON.stringify(entry);
const database = new Database(file, { fileMustExist: true });
database.pragma('journal_mode = wal');
database.pragma('synchronous = full');
database.pragma('wal_autocheckpoint = 4000');

/** Writes entries as the service seals them, each a link to the one before. */
function openTrail(source, action) {
  const newest = database.prepare(`
    select total as id, (select digest from audit_entries where id = total) as digest
    from counters where name = 'audit_entries'`);
  const count = database.prepare("update counters set total = ? where name = 'audit_entries'");
  const holdNoMore = database.prepare('delete from user_permissions where permission = ? and user_id = ?');
  const profileOf = database
    .prepare('select profile from audit_entries where user_id = ? order by id desc limit 1')
    .pluck();
  const insert = database.prepare(`
    insert into audit_entries (id, time, actor, source, action, user_id, requested, before, batch, profile,
      previous, digest, key_id, signature) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertChange = database.prepare(
    'insert into audit_changes (entry_id, position, kind, permission) values (?, ?, ?, ?)',
  );
  const insertRun = database.prepare(`
    insert into audit_batches (batch, first_id, newest_id, since, until, entries, users, undone) values (?, ?, ?, ?, ?, ?, ?, 0)
    on conflict (batch) do update set newest_id = excluded.newest_id, until = excluded.until, entries = excluded.entries,
      users = excluded.users`);
  const actor = `cli:${process.env.OPS_ACTOR}`;
  const users = new Set();
  let [entries, firstId, began] = [0, 0, ''];
  return () => {
    const end = newest.get() ?? { id: 0, digest: null };
    let { id, digest: previous } = { id: end.id, digest: end.digest ?? '' };
    const time = new Date().toISOString();
    /** An entry is written with the next one: none is altered once it is there. */
    let waiting;
    const record = (userId, { before, after, requested, added, removed, profile: given }) => {
      id++;
      if (entries++ === 0) [firstId, began] = [id, time];
      users.add(userId);
      const profile = given ?? profileOf.get(userId);
      const text = entryText({
        ...{ action, actor, added, after, batch, before, id, profile },
        ...{ removed, requested, source, time, userId },
      });
      const digest = digestOf(`${previous}\n${text}`);
      if (waiting) insert.run(...waiting, null, null);
      waiting = [
        ...[id, time, actor, source, action, userId, JSON.stringify(requested), JSON.stringify(before)],
        ...[batch, profile, previous, digest],
      ];
      let position = 0;
      for (const one of added) insertChange.run(id, position++, 'added', one);
      for (const one of removed) {
        insertChange.run(id, position++, 'removed', one);
        holdNoMore.run(one, userId);
      }
      count.run(id);
      previous = digest;
      return id;
    };
    /** Signs the last entry of the transaction, if there is one, and says what the run has come to. */
    const seal = () => {
      if (!waiting) return;
      insert.run(...waiting, sealing.kid, sign(null, signedText(id, previous), key).toString('base64url'));
      insertRun.run(batch, firstId, id, began, time, entries, users.size);
    };
    return { record, seal };
  };
}

/** Removes what a CSV file names, and keeps the last admin. */
function remove() {
  const find = database.prepare(`
    select (select group_concat(permission, char(10) order by position) from user_permissions where user_id = u.id) as held, name, (select email from user_emails e where e.user_id = u.id order by e.position limit 1) as email
    from users u where id = ?`);
  const otherAdmin = database.prepare(`
    select 1 from user_permissions where user_id <> ? and permission in (${ADMIN.map(() => '?').join(', ')}) limit 1`);
  const beginTrail = openTrail('cli', 'remove');
  const counts = { rows: 0, changed: 0, failed: 0 };
  const removeAll = database.transaction((rows) => {
    const { record, seal } = beginTrail();
    const made = rows.map(({ line, permission, user }) => {
      counts.rows++;
      const found = find.get(user);
      if (!found) {
        counts.failed++;
        return {
          user,
          result: 'user-not-found',
          removed: [],
          message: `no user has the id or e-mail ${user}`,
          line,
        };
      }
      const { email, held: text, name } = found;
      const module = permission.endsWith('.*') ? permission.slice(0, -2) : undefined;
      const isAsked = (held) =>
        held === permission || (module !== undefined && (held === module || held.startsWith(`${module}.`)));
      const held = text?.split('\n') ?? [];
      const removed = held.filter(isAsked);
      if (removed.length === 0)
        return {
          user,
          userId: user,
          email,
          name,
          result: 'nothing-held',
          removed,
          ...granted(held, permission),
          line,
        };
      const kept = held.filter((one) => !isAsked(one));
      const isAdmin = (some) => some.some((one) => ADMIN.includes(one));
      if (isAdmin(held) && !isAdmin(kept)) {
        if (!otherAdmin.get(user, ...ADMIN)) {
          counts.failed++;
          return { user, userId: user, result: 'no-admin-left', removed: [], line };
        }
      }
      counts.changed++;
      const entry = record(user, { before: held, after: kept, requested: [permission], added: [], removed });
      return {
        user,
        userId: user,
        email,
        name,
        result: 'removed',
        removed,
        ...granted(kept, permission),
        entry,
        batch,
        line,
      };
    });
    seal();
    return made;
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

/** What the trail knows of who a user is; the members are in the order of names. */
function profileOf({ emails, personalInformation: { firstName, lastName, name } }, salt) {
  const personalInformation = { firstName, lastName, name };
  return digestOf(
    JSON.stringify({ active: true, departmentId: null, emails, identities: [], personalInformation, salt }),
  );
}

/** Brings in new users from a JSON array; a bare import leaves no trail. */
function importUsers(isBare) {
  const insert = database.prepare(
    `insert into users (id, first_name, last_name, name, active, salt) values (?, ?, ?, ?, 1, ?)`,
  );
  const insertKeys = database.prepare(
    'insert into user_keys (user_id, name_key, email_key, search_text) values (?, ?, ?, ?)',
  );
  const insertEmail = database.prepare('insert into user_emails (user_id, position, email) values (?, ?, ?)');
  const hold = database.prepare(
    'insert into user_permissions (user_id, position, permission) values (?, ?, ?)',
  );
  const count = database.prepare("update counters set total = total + ? where name = 'users'");
  const beginTrail = openTrail('import', 'create');
  const importAll = database.transaction((users) => {
    const { record, seal } = isBare ? {} : beginTrail();
    for (const user of users) {
      const { _id, emails, permissions } = user;
      const { firstName, lastName, name } = user.personalInformation;
      const salt = randomBytes(16).toString('base64url');
      insert.run(_id, firstName, lastName, name, salt);
      const whole = name.toLowerCase();
      const parts = [firstName, lastName].map((text) => text.toLowerCase());
      const texts = [...emails.map((text) => text.toLowerCase()), whole];
      texts.push(...parts.filter((part) => !whole.includes(part)));
      insertKeys.run(_id, whole, (emails[0] ?? '').toLowerCase(), texts.join('\n'));
      for (const [n, email] of emails.entries()) insertEmail.run(_id, n, email);
      for (const [n, one] of permissions.entries()) hold.run(_id, n, one);
      if (record) {
        const profile = profileOf(user, salt);
        record(_id, {
          before: [],
          after: permissions,
          requested: permissions,
          added: permissions,
          removed: [],
          profile,
        });
      }
    }
    seal?.();
    count.run(users.length);
  });
  const users = JSON.parse(readFileSync(input, 'utf8'));
  for (let start = 0; start < users.length; start += IMPORTED_PER_TRANSACTION)
    importAll.immediate(users.slice(start, start + IMPORTED_PER_TRANSACTION));
}

/** Reads every entry, makes its digest, and checks the last signature; exit code 1 where one is not what was written. */
function verify() {
  const page = database.prepare('select * from audit_entries where id > ? order by id limit ?');
  const changesOf = database.prepare(
    'select kind, permission from audit_changes where entry_id = ? order by position',
  );
  const publicKey = createPublicKey(key);
  let [entries, previous] = [0, ''];
  let newest;
  for (let last = 0; ; ) {
    const rows = page.all(last, ENTRIES_PER_PAGE);
    for (const row of rows) {
      const { action, actor, batch, id, source, time } = row;
      const changes = changesOf.all(id);
      const [added, removed] = ['added', 'removed'].map((kind) =>
        changes.filter((change) => change.kind === kind).map(({ permission }) => permission),
      );
      const before = JSON.parse(row.before);
      const after = [...before.filter((one) => !removed.includes(one)), ...added];
      const text = entryText({
        ...{ action, actor, added, after, ...(batch !== null && { batch }), before, id },
        ...(row.profile !== null && { profile: row.profile }),
        ...(row.reason !== null && { reason: row.reason }),
        removed,
        ...(row.request_id !== null && { requestId: row.request_id }),
        ...{ requested: JSON.parse(row.requested), source, time, userId: row.user_id },
      });
      const isSound = row.previous === previous && row.digest === digestOf(`${previous}\n${text}`);
      if (!isSound) throw new Error(`entry ${id} is not as it was written`);
      previous = row.digest;
      newest = row;
      entries++;
    }
    if (rows.length < ENTRIES_PER_PAGE) break;
    last = rows.at(-1).id;
  }
  const signature = Buffer.from(newest?.signature ?? '', 'base64url');
  if (newest && !isSigned(null, signedText(newest.id, previous), publicKey, signature))
    throw new Error('the last entry is not signed');
  console.log(JSON.stringify({ sound: true, entries, head: previous }, null, 2));
}

function print(rows) {
  process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

if (job === 'remove') remove();
else if (job === 'import' || job === 'bare-import') importUsers(job === 'bare-import');
else verify();
database.close();
