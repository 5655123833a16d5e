// The service below /admin of an app that does something else too. `PORT=3000 node app.js`
import Koa from 'koa';
import mount from 'koa-mount';
import { openApp } from './open-app.js';

const admin = openApp();

const app = new Koa();
app.use(mount('/admin', admin.app));
// Everything below /admin is answered above; what comes now is ours. A body parser of ours would stand here too.
app.use((ctx) => {
  ctx.body = 'Tickets\n';
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listening on http://127.0.0.1:${address?.port}`);
});
process.once('SIGTERM', () => server.close(admin.close));
