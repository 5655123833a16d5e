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
} else {
  await import('../bundle/main.js');
}
