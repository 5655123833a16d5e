/**
 * The server that a developer writes in an afternoon: Koa, its router and body parser, jose, and plain SQL over the same tables. Every
 * token is verified; an entry has neither a seal nor a link to the one before it.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Router from '@koa/router';
import Database from 'better-sqlite3';
import { importJWK, jwtVerify } from 'jose';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';

const { values: options } = parseArgs({
  strict: false,
  options: { db: { type: 'string' }, keys: { type: 'string' }, reference: { type: 'string' } },
});
const { crv, kty, x, y } = JSON.parse(readFileSync(options.keys, 'utf8')).keys.find(
  (key) => key.kty === 'EC',
);
const publicKey = await importJWK({ crv, kty, x, y }, 'ES256');
const db = new Database(options.db, { fileMustExist: true });
db.pragma('journal_mode = wal');
db.pragma('synchronous = full');
const airport = new Database(options.reference, { readonly: true }).prepare(
  'select city, state, country, lat, long from airport where code = ?',
);
const held = db
  .prepare('select permission from user_permissions where user_id = ? order by position')
  .pluck();
const emails = db.prepare('select email from user_emails where user_id = ? order by position').pluck();
const user = db.prepare('select * from users where id = ?');
const department = db.prepare('select * from departments where id = ?');
const departments = db.prepare(
  'select * from departments order by created_at desc, id desc limit ? offset ?',
);
const total = db.prepare('select count(*) from departments').pluck();
const found = db.prepare(`
  select u.* from users u join user_keys k on k.user_id = u.id
  where instr(k.search_text, :text) > 0 or substr(u.id, 1, length(:text)) = :text order by k.name_key, u.id`);
const insertEntry = db.prepare(`
  insert into audit_entries (time, actor, source, action, user_id, requested, before, previous, digest, key_id)
  values (?, ?, 'http', 'remove', ?, ?, ?, '', '', '')`);
const insertChange = db.prepare(
  "insert into audit_changes (entry_id, position, kind, permission) values (?, ?, 'removed', ?)",
);
const holdNoMore = db.prepare('delete from user_permissions where user_id = ? and permission = ?');

const personOf = (row) => ({
  _id: row.id,
  emails: emails.all(row.id),
  personalInformation: { firstName: row.first_name, lastName: row.last_name, name: row.name },
});
const userOf = (row) => ({
  ...personOf(row),
  permissions: held.all(row.id),
  ends: {},
  departmentId: row.department_id,
  active: row.active === 1,
});
function departmentOf(row) {
  const parent = row.parent_id && department.get(row.parent_id);
  const manager = row.manager_id && user.get(row.manager_id);
  return {
    ...{ _id: row.id, name: row.name, description: row.description, parentId: row.parent_id },
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
    ...(parent && {
      parentDepartment: {
        _id: parent.id,
        name: parent.name,
        description: parent.description,
        code: parent.code,
      },
    }),
    ...(manager && { manager: personOf(manager) }),
  };
}
const isTaken = (permission, requested) =>
  requested.some(
    (one) => one === permission || (one.endsWith('.*') && `${permission}.`.startsWith(one.slice(0, -1))),
  );
const remove = db.transaction((actor, userId, requested) => {
  const before = held.all(userId);
  const removed = before.filter((permission) => isTaken(permission, requested));
  const values = [new Date().toISOString(), actor, userId, JSON.stringify(requested), JSON.stringify(before)];
  const { lastInsertRowid } = insertEntry.run(...values);
  for (const [n, one] of removed.entries()) {
    insertChange.run(lastInsertRowid, n, one);
    holdNoMore.run(userId, one);
  }
}).immediate;

const fail = (ctx, status, code) => ctx.throw(status, code);
const router = new Router();
router.use(async (ctx, next) => {
  const token = /^Bearer (.+)$/.exec(ctx.get('Authorization'))?.[1] ?? '';
  const isPlace = ctx.path.startsWith('/geo-locations');
  const verified = await jwtVerify(token, publicKey, { audience: 'ops-admin' }).catch(() => undefined);
  if (!verified) return fail(ctx, 401, isPlace ? 'AUTH_ERROR' : 'UNAUTHORIZED');
  ctx.state.userId = verified.payload.sub;
  ctx.state.isAdmin = held.all(verified.payload.sub).includes('service.admin.access');
  if (!isPlace && !ctx.state.isAdmin)
    return ctx.path.startsWith('/department') ? fail(ctx, 401, 'UNAUTHORIZED') : fail(ctx, 403, 'FORBIDDEN');
  return next();
});
router.get('/department/list/:start/:end', (ctx) => {
  const [start, end] = [Number(ctx.params.start), Number(ctx.params.end)];
  const rows = departments.all(end === 0 ? -1 : Math.max(0, end - start), start);
  ctx.body = {
    message: 'Departments retrieved successfully',
    data: { total: total.get(), departments: rows.map(departmentOf) },
  };
});
router.get('/geo-locations/address/:address', (ctx) => {
  const place = airport.get(ctx.params.address.toUpperCase());
  if (!place) return fail(ctx, 404, 'NOT_FOUND');
  ctx.body = { message: '', data: { address: place } };
});
router.get('/user/list/:start/:end', (ctx) => {
  const [start, end] = [Number(ctx.params.start), Number(ctx.params.end)];
  const rows = found.all({ text: ctx.query.search.toLowerCase() });
  const page = rows.slice(start, end === 0 ? undefined : end);
  ctx.body = {
    message: 'Users retrieved successfully',
    data: { total: rows.length, users: page.map(userOf) },
  };
});
router.put('/user/remove-permissions', (ctx) => {
  const { permissions, userId } = ctx.request.body.payload;
  if (!permissions.every((one) => typeof one === 'string')) return fail(ctx, 400, 'VALIDATION_ERROR');
  if (!user.get(userId)) return fail(ctx, 404, 'USER_NOT_FOUND');
  remove(ctx.state.userId, userId, permissions);
  ctx.body = { message: 'Permissions removed successfully', data: {} };
});

const app = new Koa();
app.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.status = error.status ?? 500;
    ctx.body = { error: { code: error.message, message: 'The request was refused' } };
  }
});
app.use(bodyParser()).use(router.routes());
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`listens on http://127.0.0.1:${server.address().port}`),
);
