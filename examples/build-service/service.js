// The whole service, configured by the environment. `PORT=3000 node service.js`
import { orThrow } from '@ops-admin/core';
import { compose, readConfig } from '@ops-admin/service';

const config = orThrow(readConfig(process.env));
const { close, parts } = orThrow(await compose({ config, database: 'ops-admin.db' }, ['server']));

const where = { host: '127.0.0.1', port: Number(process.env.PORT) };
const running = orThrow(await parts.server.start(where));
console.log(`listening on ${running.url}`);

process.once('SIGTERM', async () => {
  await running.stop('SIGTERM');
  await close();
});
