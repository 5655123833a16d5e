import { EXIT } from './exit-code.js';
import { runCli } from './run-cli.js';

// The reader of the output can stop early: `ops-admin users list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.pipeClosed);
  process.stderr.write(`ops-admin: cannot write the output: ${error.message}\n`);
  process.exit(EXIT.failed);
});

// Perhaps nobody reads it, but the exit code reports the result.
process.stderr.on('error', () => {});

// Only the owner can read databases and keys. To share a file, use chmod.
process.umask(0o077);

process.exitCode = await runCli(process.argv.slice(2), process);
