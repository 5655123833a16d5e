// Routes and a table of your own: what users think of how their tickets were handled.
import Router from '@koa/router';
import { readBearerToken } from '@ops-admin/core';
import Database from 'better-sqlite3';
import bodyParser from 'koa-bodyparser';

/** @type {Record<string, number>} */
const STATUSES = { 'token-missing': 401, 'invalid-token': 401, 'not-granted': 403 };

/**
 * Checks the caller before the body is read: nothing after it asks who calls.
 * @param {(token: string) => import('@ops-admin/core').ResultAsync<import('@ops-admin/core').Caller, { type: string }>} who
 * @returns {import('koa').Middleware}
 */
const guard = (who) => async (ctx, next) => {
  const caller = await readBearerToken(ctx.req).asyncAndThen(who);
  if (caller.isErr()) {
    const { type } = caller.error;
    ctx.status = STATUSES[type] ?? 500;
    ctx.body = { error: { type: STATUSES[type] ? type : 'server-error' } };
    if (ctx.status === 500) console.error(caller.error);
    return;
  }
  ctx.state.userId = caller.value.userId;
  await next();
};

/** @param {import('@ops-admin/core').AccessOperations} access */
export function openFeedback({ identify, requireReader }) {
  // A file of its own: ops-admin can rebuild its tables, and its copies hold no others.
  const database = new Database('feedback.db');
  database.exec(`create table if not exists feedback (
    ticket text not null, user text not null, rating integer not null, primary key (ticket, user)
  ) strict`);
  const keep = database.prepare('insert or replace into feedback (ticket, user, rating) values (?, ?, ?)');
  const list = database.prepare('select ticket, user, rating from feedback order by ticket, user limit 100');

  const router = new Router();
  // Every user; a later rating of the same ticket replaces the earlier one.
  router.put('/tickets/:ticket/feedback', guard(identify), bodyParser(), (ctx) => {
    const { rating } = /** @type {{ rating?: unknown }} */ (ctx.request.body);
    if (!Number.isInteger(rating) || Number(rating) < 1 || Number(rating) > 5) {
      ctx.status = 400;
      ctx.body = { error: { type: 'invalid', message: 'rating must be a whole number from 1 to 5' } };
      return;
    }
    keep.run(ctx.params.ticket, ctx.state.userId, rating);
    ctx.status = 204;
  });
  // Admins and readers.
  router.get('/feedback', guard(requireReader), (ctx) => {
    ctx.body = { feedback: list.all() };
  });
  return { routes: router.routes(), close: () => database.close() };
}
