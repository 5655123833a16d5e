// Writes docs/cli.md and the manual page out of the commands themselves, and the tables of docs/running.md out of the settings
// in the code. Tests hold both pages to it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROVIDER_KINDS } from '../adapter-geocoder/dist/config.js';
import { manualPage, referencePage, runningPage } from './dist/help/reference.js';

const DOCS = join(import.meta.dirname, '../../docs');
const MANUAL = join(import.meta.dirname, 'bundle/man/ops-admin.1');

function rewrite(name, make) {
  const file = join(DOCS, name);
  writeFileSync(file, make(readFileSync(file, 'utf8')));
}

if (process.argv[2] !== '--manual') {
  rewrite('cli.md', referencePage);
  rewrite('running.md', (page) => runningPage(page, PROVIDER_KINDS));
}
mkdirSync(dirname(MANUAL), { recursive: true });
writeFileSync(MANUAL, manualPage());
