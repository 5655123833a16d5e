// The service below /admin, next to routes of your own. `PORT=3000 node app.js`
import Koa from 'koa';
import mount from 'koa-mount';
import { openFeedback } from './feedback.js';
import { openApp } from './open-app.js';

const admin = openApp();
const feedback = openFeedback(admin.access);

const app = new Koa();
// The service reads bodies itself: mount it before any body parser.
app.use(mount('/admin', admin.app));
app.use(feedback.routes);

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listening on http://127.0.0.1:${address?.port}`);
});
process.once('SIGTERM', () =>
  server.close(() => {
    feedback.close();
    admin.close();
  }),
);
