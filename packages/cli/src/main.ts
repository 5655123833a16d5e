import { runCli } from './run-cli.js';

// Whoever reads our output may have had enough of it: `ops-admin users list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2), process);
