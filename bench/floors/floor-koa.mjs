/** The service's work on users by hand over Koa. */
import { createHash } from 'node:crypto';
import Koa from 'koa';
import { openFloor, tellUrl } from './open-floor.mjs';

const { store, identify } = await openFloor();
const app = new Koa();

const LIST = /^\/user\/list\/(\d{1,15})\/(\d{1,15})$/;

app.use(async (ctx) => {
  const list = ctx.method === 'GET' && LIST.exec(ctx.path);
  if (!list && !(ctx.method === 'GET' && ctx.path === '/auth/session'))
    return refuse(ctx, 404, 'NOT_FOUND', 'There is no such path');
  const caller = await identify(ctx.get('Authorization'));
  if (!caller) return refuse(ctx, 401, 'UNAUTHORIZED', 'The access token is invalid or has expired');
  if (!list) return send(ctx, { message: 'Session retrieved successfully', data: sessionOf(caller) });
  if (!caller.isAdmin) return refuse(ctx, 403, 'FORBIDDEN', 'This needs the rights of an admin');
  const data = store.listUsers(Number(list[1]), Number(list[2]));
  send(ctx, { message: 'Users retrieved successfully', data });
});

function sessionOf({ expiresAt, isAdmin, permissions, userId }) {
  const user = store.summary(userId);
  return { user, permissions, admin: isAdmin, expiresAt: new Date(expiresAt * 1000).toISOString() };
}

/** With a tag, as the service does. */
function send(ctx, answer) {
  const text = JSON.stringify(answer);
  ctx.type = 'json';
  ctx.body = text;
  ctx.set('Cache-Control', 'private, no-cache');
  const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  ctx.set('ETag', tag);
  if (ctx.get('If-None-Match') === tag) ctx.status = 304;
}

function refuse(ctx, status, code, message) {
  ctx.status = status;
  ctx.body = { error: { code, message } };
}

const server = app.listen(0, '127.0.0.1', () => tellUrl(server.address().port));
