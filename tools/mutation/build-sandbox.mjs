// Stryker runs this in its copy of packages/core: takes the types out of the changed sources, of which tsc would not approve,
// and puts a copy of `testing` beside them. That of the workspace would run the rules as they were, and notice nothing. All
// other packages are found in the folders above.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ESBUILD = join(import.meta.dirname, '../../node_modules/.bin/esbuild');
const TESTING = join(import.meta.dirname, '../../packages/testing');

withoutTypes('src', 'dist');
withoutTypes(`${TESTING}/src`, 'testing/dist');
for (const part of ['package.json', 'test'])
  cpSync(`${TESTING}/${part}`, `testing/${part}`, { recursive: true });
mkdirSync('node_modules/@ops-admin', { recursive: true });
symlinkSync('../..', 'node_modules/@ops-admin/core');
symlinkSync('../../testing', 'node_modules/@ops-admin/testing');
// Its tests know this package as `../../core`.
symlinkSync('.', 'core');

function withoutTypes(sources, folder) {
  execFileSync(ESBUILD, [
    `${sources}/**/*.ts`,
    `--outdir=${folder}`,
    '--log-level=warning',
    '--tsconfig-raw={}',
  ]);
}
