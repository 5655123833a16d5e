import { runCli } from './run-cli.js';

// The reader of our output may have had enough of it: `ops-admin users list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`ops-admin: cannot write the output: ${error.message}\n`);
  process.exit(1);
});

// Nobody may hear of it, but what was done is done: the exit code says how it went.
process.stderr.on('error', () => {});

// Databases and keys are nobody else's business: to share a file, open it with chmod.
process.umask(0o077);

process.exitCode = await runCli(process.argv.slice(2), process);
