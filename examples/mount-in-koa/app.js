// The service below /admin of an app that does something else too. `PORT=3000 node app.js`
import { HTTP_APP } from '@ops-admin/adapter-http-koa/inversify';
import Koa from 'koa';
import mount from 'koa-mount';
import { openContainer } from './open-container.js';

const container = openContainer();

const app = new Koa();
app.use(mount('/admin', container.get(HTTP_APP)));
// Everything below /admin is answered above; what comes now is ours. A body parser of ours would stand here too.
app.use((ctx) => {
  ctx.body = 'Tickets\n';
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listening on http://127.0.0.1:${address?.port}`);
});
process.once('SIGTERM', () => server.close(() => container.unbindAllAsync()));
