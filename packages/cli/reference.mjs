// Writes docs/cli.md out of the commands themselves, and the tables of docs/running.md out of the settings in the code. Tests
// hold both pages to it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliPage } from './reference/cli-page.ts';
import { runningPage } from './reference/running-page.ts';

for (const [name, make] of Object.entries({ 'cli.md': cliPage, 'running.md': runningPage })) {
  const file = join(import.meta.dirname, '../../docs', name);
  writeFileSync(file, make(readFileSync(file, 'utf8')));
}
