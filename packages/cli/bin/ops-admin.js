#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// An older Node.js would end with a segmentation fault in SQLite, so nothing else is loaded before this.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [floor, found] = [engines.node, process.versions.node].map((text) => text.match(/\d+/g).map(Number));
const isOlder = found[0] < floor[0] || (found[0] === floor[0] && found[1] < floor[1]);

if (isOlder) {
  process.stderr.write(
    `ops-admin: this is Node.js ${process.versions.node}; install Node.js ${floor.join('.')} or newer.\n`,
  );
  process.exitCode = 2;
} else if (process.argv.length === 3 && process.argv[2] === '--help') {
  // What the command would print, made with it (bundle.mjs): a look at the help loads nothing.
  process.stdout.on('error', ({ code, message }) => {
    if (code !== 'EPIPE') process.stderr.write(`ops-admin: cannot write the output: ${message}\n`);
    process.exitCode = code === 'EPIPE' ? 141 : 1;
  });
  process.stdout.write(readFileSync(new URL('../bundle/help.txt', import.meta.url)));
} else {
  await import('../bundle/main.js');
}
