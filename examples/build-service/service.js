// The whole service, configured by the environment. `PORT=3000 node service.js`
import { compose, readConfig } from '@ops-admin/service';

const config = readConfig(process.env);
if (config.isErr()) throw new Error(config.error.problems.join('\n'));
const opened = await compose({ config: config.value, database: 'ops-admin.db' }, ['server']);
if (opened.isErr()) throw new Error(JSON.stringify(opened.error));

const { close, parts } = opened.value;
const running = await parts.server.start({ host: '127.0.0.1', port: Number(process.env.PORT) });
if (running.isErr()) throw new Error(running.error.message);
console.log(`listening on ${running.value.url}`);

process.once('SIGTERM', async () => {
  await running.value.stop('SIGTERM');
  await close();
});
