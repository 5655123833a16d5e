// The service with an area of its own. `PORT=3000 node ops.js serve`, and `node ops.js feedback list --json`
import { orThrow } from '@ops-admin/core';
import { compose, readConfig, runAreaCommand } from '@ops-admin/service';
import { FEEDBACK } from './feedback-area.js';

const areas = [FEEDBACK];
const { env, stderr, stdout } = process;
const argv = process.argv.slice(2);
if (argv[0] === 'serve') await serve();
else process.exitCode = await runAreaCommand({ areas, argv, env, stdout, stderr });

async function serve() {
  const config = orThrow(readConfig(env));
  const database = env.OPS_DB ?? 'ops-admin.db';
  const { close, parts } = orThrow(await compose({ config, database, areas }, ['server']));
  const running = orThrow(await parts.server.start({ host: '127.0.0.1', port: Number(env.PORT) }));
  console.log(`listening on ${running.url}`);

  process.once('SIGTERM', async () => {
    await running.stop('SIGTERM');
    await close();
  });
}
