// Writes docs/cli.md from the commands, and the tables of docs/running.md from the settings in the code. Tests compare both pages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliPage } from './reference/cli-page.ts';
import { runningPage } from './reference/running-page.ts';

for (const [name, make] of Object.entries({ 'cli.md': cliPage, 'running.md': runningPage })) {
  const file = join(import.meta.dirname, '../../docs', name);
  writeFileSync(file, make(readFileSync(file, 'utf8')));
}
