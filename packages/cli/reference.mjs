// Writes docs/cli.md and the manual page out of the commands themselves. A test holds the page to it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manualPage, referencePage } from './dist/help/reference.js';

const PAGE = join(import.meta.dirname, '../../docs/cli.md');
const MANUAL = join(import.meta.dirname, 'bundle/man/ops-admin.1');

if (process.argv[2] !== '--manual') writeFileSync(PAGE, referencePage(readFileSync(PAGE, 'utf8')));
mkdirSync(dirname(MANUAL), { recursive: true });
writeFileSync(MANUAL, manualPage());
