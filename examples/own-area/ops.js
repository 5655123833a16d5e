// The service with an area of its own. `PORT=3000 node ops.js serve`, and `node ops.js feedback list --json`
import { compose, readConfig, runAreaCommand } from '@ops-admin/service';
import { FEEDBACK } from './feedback-area.js';

const areas = [FEEDBACK];
const { env, stderr, stdout } = process;
const argv = process.argv.slice(2);
if (argv[0] === 'serve') await serve();
else process.exitCode = await runAreaCommand({ areas, argv, env, stdout, stderr });

async function serve() {
  const config = readConfig(env);
  if (config.isErr()) throw new Error(config.error.problems.join('\n'));
  const database = env.OPS_DB ?? 'ops-admin.db';
  const opened = await compose({ config: config.value, database, areas }, ['server']);
  if (opened.isErr()) throw new Error(JSON.stringify(opened.error));

  const { close, parts } = opened.value;
  const running = await parts.server.start({ host: '127.0.0.1', port: Number(env.PORT) });
  if (running.isErr()) throw new Error(running.error.message);
  console.log(`listening on ${running.value.url}`);

  process.once('SIGTERM', async () => {
    await running.value.stop('SIGTERM');
    await close();
  });
}
