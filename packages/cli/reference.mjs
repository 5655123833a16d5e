// Writes docs/cli.md and public-commands.json from the commands, and the tables of docs/running.md from the settings in the code. Tests compare them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliPage, publicCommands } from './reference/cli-page.ts';
import { runningPage } from './reference/running-page.ts';

for (const [name, make] of Object.entries({ 'cli.md': cliPage, 'running.md': runningPage })) {
  const file = join(import.meta.dirname, '../../docs', name);
  writeFileSync(file, make(readFileSync(file, 'utf8')));
}
writeFileSync(
  join(import.meta.dirname, 'reference/public-commands.json'),
  `${JSON.stringify(publicCommands(), null, 2)}\n`,
);
