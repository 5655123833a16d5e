// Next to Hono, on Node.js. `PORT=3000 node hono.js`
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { adminOf, answerTo, close, listDepartments, removePermissions } from './parts.js';

/** @type {Hono<{ Variables: { admin: import('@ops-admin/core').Admin } }>} */
const app = new Hono();

// Rights first: nobody else has their body read.
app.use(async (c, next) => {
  const admin = await adminOf(c.req.raw.headers);
  if (admin.isErr()) return answer(admin);
  c.set('admin', admin.value);
  await next();
});
app.use(bodyLimit({ maxSize: 1024 * 1024 }));

app.put('/permissions/remove', async (c) => {
  const body = await c.req.json().catch(() => undefined);
  return answer(await removePermissions(c.get('admin'), body));
});
app.get('/departments', async () => answer(await listDepartments()));

/** @param {Parameters<typeof answerTo>[0]} result */
function answer(result) {
  const { body, status } = answerTo(result);
  return Response.json(body, { status });
}

const server = serve(
  { fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) },
  ({ port }) => {
    console.log(`listening on http://127.0.0.1:${port}`);
  },
);
process.once('SIGTERM', () => server.close(close));
