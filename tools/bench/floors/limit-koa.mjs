/**
 * As near as Koa allows: what the service promises, in one handler without a layer. A token that was verified is remembered until it
 * expires; the rights of the caller are read from the database on every request; every answer has the service's headers; a removal is
 * judged, sealed and on disk before it is answered. What it asks of its database is in `limit-sqlite.mjs` and `limit-postgres.mjs`.
 */
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { importJWK, jwtVerify } from 'jose';
import Koa from 'koa';

const { values: options } = parseArgs({
  options: {
    db: { type: 'string' },
    keys: { type: 'string' },
    reference: { type: 'string' },
    limit: { type: 'string' },
    window: { type: 'string' },
  },
});

const { keys } = JSON.parse(readFileSync(options.keys, 'utf8'));
const { kty, crv, x, y } = keys.find((key) => key.kty === 'EC');
const publicKey = await importJWK({ kty, crv, x, y }, 'ES256');
const sealing = keys.find((key) => key.kty === 'OKP');
const sealingKey = createPrivateKey({ key: sealing, format: 'jwk' });
const EXPECTED = {
  algorithms: ['ES256'],
  audience: 'ops-admin',
  issuer: 'urn:ops-admin:local',
  typ: 'at+jwt',
  requiredClaims: ['iat', 'exp', 'sub'],
};
const ADMIN = new Set(['service.admin.access', 'service.admin.*', 'service.admin']);

const stores = options.db.startsWith('postgres') ? './limit-postgres.mjs' : './limit-sqlite.mjs';
const { openStore } = await import(stores);
const store = openStore(options.db);
const airport = new Database(options.reference, { fileMustExist: true, readonly: true }).prepare(
  'select city, state, country, lat, long from airport where code = ?',
);

const known = new Map();
/** Who has a token: from memory, where it was verified before and has not expired. */
async function verified(token) {
  const claims = known.get(token);
  if (claims && claims.exp * 1000 > Date.now()) return claims;
  const { payload } = (await jwtVerify(token, publicKey, EXPECTED).catch(() => undefined)) ?? {};
  if (payload) known.set(token, payload);
  return payload;
}

const [most, seconds] = [Number(options.limit), Number(options.window)];
/** What is held now of a text of lines, each with its end behind a tab if it has one. */
function heldIn(text) {
  const lines = text === '' ? [] : text.split('\n');
  if (!text.includes('\t')) return lines;
  const held = lines.map((line) => line.split('\t'));
  return held.filter(([, end = Infinity]) => end > Date.now()).map(([permission]) => permission);
}
const digest = (text) => createHash('sha256').update(text).digest('base64url');

/** Judges the actor as they are now, and makes and seals the entry. Gives what is to be written, or why nothing is changed. */
function judge(caller, userId, requested, requestId, { rights, kept, end, profile }) {
  if (Date.now() >= caller.expires) return 'expired';
  if (rights === undefined) return 'expired';
  if (!heldIn(rights).some((held) => ADMIN.has(held))) return 'not-granted';
  if (kept === undefined) return 'unknown';
  const before = heldIn(kept);
  const exact = new Set(requested);
  const modules = requested
    .filter((text) => /^service\.[^.*]+\.\*$/.test(text))
    .map((text) => text.slice(0, -2));
  const goes = (held) =>
    exact.has(held) || modules.some((module) => held === module || held.startsWith(`${module}.`));
  const removed = before.filter(goes);
  const after = removed.length > 0 ? before.filter((held) => !goes(held)) : before;
  const [id, time, previous] = [(end?.id ?? 0) + 1, new Date().toISOString(), end?.digest ?? ''];
  // As RFC 8785 has it: members in the order of their names.
  const text = JSON.stringify({
    ...{
      action: 'remove',
      actor: caller.userId,
      added: [],
      after,
      before,
      id,
      profile,
      removed,
      requestId,
      requested,
    },
    ...{ source: 'http', time, userId },
  });
  const sealed = digest(`${previous}\n${text}`);
  const signature = sign(null, Buffer.from(`ops-admin-audit-v1\n${id}\n${sealed}`), sealingKey);
  return {
    entry: [
      ...[id, time, caller.userId, userId, JSON.stringify(requested), JSON.stringify(before), profile],
      ...[requestId, previous, sealed, sealing.kid, signature.toString('base64url')],
    ],
    removed,
  };
}

const personOf = (row) => ({
  _id: row.id,
  emails: JSON.parse(row.emails),
  personalInformation: { firstName: row.first_name, lastName: row.last_name, name: row.name },
});
const userOf = (row) => ({
  ...personOf(row),
  permissions: heldIn(row.held ?? ''),
  ends: {},
  departmentId: null,
  active: true,
});
const departmentOf = (row) => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  parentId: row.parent_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...(row.parent_name !== null && {
    parentDepartment: {
      _id: row.parent_id,
      name: row.parent_name,
      description: row.parent_description,
      code: row.parent_code,
    },
  }),
  ...(row.manager_id !== null && {
    manager: personOf({ ...row, id: row.manager_id, name: row.manager_name }),
  }),
});

const tagged = (answer) => {
  const text = JSON.stringify(answer);
  return { text, tag: `W/"${createHash('sha1').update(text).digest('base64url')}"` };
};
function send(ctx, { tag, text }) {
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.set('ETag', tag);
  ctx.type = 'json';
  ctx.body = text;
  if (ctx.get('If-None-Match') === tag) ctx.status = 304;
}
function refuse(ctx, status, code, message, header) {
  if (status === 401) ctx.set('WWW-Authenticate', header ?? 'Bearer error="invalid_token"');
  if (status === 403) ctx.set('WWW-Authenticate', 'Bearer error="insufficient_scope"');
  ctx.status = status;
  ctx.type = 'json';
  ctx.body = JSON.stringify({ error: { code, message } });
}

async function bodyOf(req) {
  const chunks = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size > 1024 * 1024) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

const isJson = (ctx) => /^application\/json\b/i.test(ctx.get('Content-Type'));
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEntity = (value) => isObject(value) && (value.properties === undefined || isObject(value.properties));
const isText = (value) => typeof value === 'string' && value !== '';

const SAFE_ID = /^[\w.~+/=:@-]{1,128}$/;
const DEPARTMENTS = /^\/department\/list\/(\d{1,15})\/(\d{1,15})$/;
const USERS = /^\/user\/list\/(\d{1,15})\/(\d{1,15})$/;
const USER = /^\/user\/([0-9a-f]{24})$/i;
const ADDRESS = /^\/geo-locations\/address\/([^/]+)$/;
const REMOVAL = '/user/remove-permissions';
const EVALUATION = '/access/v1/evaluation';
const INVALID = ['The access token is invalid or has expired'];
const NO_RIGHT = 'Only admins can send this request';
const NO_READER = 'Only readers can send this request';
const NO_JSON = 'The header Content-Type must be application/json';

const app = new Koa();
app.use(async (ctx) => {
  const { method, path } = ctx;
  const given = ctx.get('X-Request-Id');
  const requestId = SAFE_ID.test(given) ? given : randomUUID();
  ctx.set('X-Request-Id', requestId);
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Vary', 'Accept-Encoding');

  const isGet = method === 'GET';
  const departments = isGet && DEPARTMENTS.exec(path);
  const users = isGet && USERS.exec(path);
  const user = isGet && USER.exec(path);
  const address = isGet && ADDRESS.exec(path);
  const isRemoval = method === 'PUT' && path === REMOVAL;
  const isQuestion = method === 'POST' && path === EVALUATION;
  if (!departments && !users && !user && !address && !isRemoval && !isQuestion)
    return refuse(ctx, 404, 'NOT_FOUND', 'There is nothing at this path');

  const badToken = address ? 'AUTH_ERROR' : 'UNAUTHORIZED';
  const header = ctx.get('Authorization');
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];
  if (token === undefined) {
    if (/^Bearer\b/i.test(header)) return refuse(ctx, 401, badToken, INVALID[0]);
    return refuse(ctx, 401, badToken, 'An access token is required', 'Bearer');
  }
  const claims = await verified(token);
  const rights = claims && (await store.rights(claims.sub));
  if (rights === undefined) return refuse(ctx, 401, badToken, INVALID[0]);
  const permissions = heldIn(rights);
  const isAdmin = permissions.some((held) => ADMIN.has(held));
  const isReader = isAdmin || permissions.some((held) => held === 'service.admin.read');

  if (departments) {
    if (!isReader) return refuse(ctx, 401, 'UNAUTHORIZED', NO_READER, 'Bearer error="insufficient_scope"');
    const [start, end] = [Number(departments[1]), Number(departments[2])];
    const limit = end === 0 ? undefined : Math.max(0, end - start);
    const page = await store.departments(start, limit, (total, rows) =>
      tagged({
        message: 'Departments retrieved successfully',
        data: { total, departments: rows.map(departmentOf) },
      }),
    );
    return send(ctx, page);
  }
  if (address) {
    const { expire, points } = await store.count(claims.sub, seconds * 1000);
    const end = Math.ceil((expire - Date.now()) / 1000);
    ctx.set('RateLimit-Policy', `"default";q=${most};w=${seconds}`);
    ctx.set('RateLimit', `"default";r=${Math.max(0, most - points)};t=${end}`);
    if (points > most) {
      ctx.set('Retry-After', String(end));
      return refuse(ctx, 429, 'RATE_LIMIT_EXCEEDED', `At most ${most} look-ups in ${seconds} seconds`);
    }
    const text = decodeURIComponent(address[1]).trim().normalize('NFC');
    const isCode = /^(?:[A-Z]{3}|[a-z]{3}|[A-Z0-9]{4}|[a-z0-9]{4})$/.test(text);
    const found = isCode ? airport.get(text.toUpperCase()) : undefined;
    if (!found) return refuse(ctx, 404, 'NOT_FOUND', 'No location was found for this address');
    ctx.type = 'json';
    ctx.body = JSON.stringify({ message: '', data: { address: found } });
    return;
  }
  if (isQuestion) {
    if (!isJson(ctx)) return refuse(ctx, 400, 'VALIDATION_ERROR', NO_JSON);
    const { action, context, resource, subject } = (await bodyOf(ctx.req)) ?? {};
    const isNamed = isEntity(subject) && isText(subject.type) && isText(subject.id);
    const isWhole = isNamed && isEntity(resource) && isText(resource.type) && isText(resource.id);
    if (
      !isWhole ||
      !isEntity(action) ||
      !isText(action.name) ||
      (context !== undefined && !isObject(context))
    )
      return refuse(ctx, 400, 'VALIDATION_ERROR', 'subject, action and resource must be whole');
    const id = subject.id.toLowerCase();
    const mayAsk = isReader || (subject.type === 'user' && id === claims.sub);
    if (!mayAsk) return refuse(ctx, 403, 'FORBIDDEN', NO_READER);
    const found = id === claims.sub ? rights : await store.rights(id);
    const whole = `service.${resource.type}`;
    const grants = new Set([whole, `${whole}.*`, `${whole}.${action.name}`]);
    const decision =
      subject.type === 'user' && found !== undefined && heldIn(found).some((held) => grants.has(held));
    ctx.type = 'json';
    ctx.body = JSON.stringify({ decision });
    return;
  }
  if (!isReader) return refuse(ctx, 403, 'FORBIDDEN', NO_READER);
  if (users) {
    const [start, end] = [Number(users[1]), Number(users[2])];
    const limit = end === 0 ? 1000 : Math.min(1000, Math.max(0, end - start));
    const { total, rows } = await store.found(start, limit, ctx.query.search.toLowerCase());
    const data = { total, users: rows.map(userOf) };
    return send(ctx, tagged({ message: 'Users retrieved successfully', data }));
  }
  if (user) {
    const row = await store.whole(user[1].toLowerCase());
    if (!row) return refuse(ctx, 404, 'USER_NOT_FOUND', `No user has the id or e-mail ${user[1]}`);
    const shown = userOf(row);
    const wholes = new Map();
    for (const held of shown.permissions) {
      const module = /^service\.([^.*]+)(?:\.\*)?$/.exec(held)?.[1];
      if (module !== undefined) wholes.set(module, [...(wholes.get(module) ?? []), held]);
    }
    const effective = shown.permissions.map((permission) => {
      const whole = /^service\.([^.*]+)(?:\.\*)?$/.exec(permission)?.[1];
      const module = /^service\.([^.*]+)(?:\.|$)/.exec(permission)?.[1];
      const coveredBy = (wholes.get(module) ?? []).filter((held) => held !== permission);
      return { permission, ...(whole !== undefined && { module: whole }), coveredBy };
    });
    const admin = shown.permissions.some((held) => ADMIN.has(held));
    const data = {
      user: shown,
      newestEntry: row.newest,
      effective,
      admin,
      identities: JSON.parse(row.identities),
    };
    return send(ctx, tagged({ message: 'User retrieved successfully', data }));
  }

  if (!isAdmin) return refuse(ctx, 403, 'FORBIDDEN', NO_RIGHT);
  if (!isJson(ctx)) return refuse(ctx, 400, 'VALIDATION_ERROR', NO_JSON);
  const { userId, permissions: requested } = (await bodyOf(ctx.req))?.payload ?? {};
  if (typeof userId !== 'string' || !/^[0-9a-f]{24}$/i.test(userId))
    return refuse(ctx, 400, 'VALIDATION_ERROR', 'payload.userId must be 24 hexadecimal digits');
  const isList = Array.isArray(requested) && requested.length >= 1 && requested.length <= 1000;
  if (!isList || !requested.every((text) => typeof text === 'string' && text.length <= 256))
    return refuse(ctx, 400, 'VALIDATION_ERROR', 'payload.permissions must be 1 to 1000 strings');
  const caller = { userId: claims.sub, expires: claims.exp * 1000 };
  const id = userId.toLowerCase();
  const done = await store.remove(caller.userId, id, (state) =>
    judge(caller, id, requested, requestId, state),
  );
  if (done === 'unknown') return refuse(ctx, 404, 'USER_NOT_FOUND', `No user has the id or e-mail ${userId}`);
  if (done === 'expired') return refuse(ctx, 401, 'UNAUTHORIZED', INVALID[0]);
  if (done === 'not-granted') return refuse(ctx, 403, 'FORBIDDEN', NO_RIGHT);
  ctx.set('X-Audit-Entry', String(done.entry[0]));
  ctx.type = 'json';
  ctx.body = JSON.stringify({ message: 'Permissions removed successfully', data: {} });
});

const server = app.listen(0, '127.0.0.1', () =>
  console.log(`listens on http://127.0.0.1:${server.address().port}`),
);
server.keepAliveTimeout = 65_000;
