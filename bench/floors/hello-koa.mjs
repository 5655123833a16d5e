/** Koa that answers a constant, the JSON in a file: as far as the framework goes. */
import { readFileSync } from 'node:fs';
import Koa from 'koa';
import { tellUrl } from './open-floor.mjs';

const body = readFileSync(process.argv[2], 'utf8');
const app = new Koa();
app.use((ctx) => {
  ctx.type = 'json';
  ctx.body = body;
});
const server = app.listen(0, '127.0.0.1', () => tellUrl(server.address().port));
