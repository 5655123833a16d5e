// Stryker runs this in its copy of packages/core: takes the types out of the changed sources, of which tsc would not approve,
// and puts copies of the packages that core's tests run on next to them. Those of the workspace would run the rules as they were,
// and notice nothing. All other packages are found in the folders above.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ESBUILD = join(import.meta.dirname, '../../node_modules/.bin/esbuild');
const PACKAGES = join(import.meta.dirname, '../../packages');

withoutTypes('src', 'dist');
mkdirSync('node_modules/@ops-admin', { recursive: true });
symlinkSync('../..', 'node_modules/@ops-admin/core');
for (const name of ['testing', 'store-sql', 'adapter-sqlite']) {
  withoutTypes(`${PACKAGES}/${name}/src`, `${name}/dist`);
  for (const part of ['package.json', 'test'])
    cpSync(`${PACKAGES}/${name}/${part}`, `${name}/${part}`, { recursive: true });
  symlinkSync(`../../${name}`, `node_modules/@ops-admin/${name}`);
}
symlinkSync(`${PACKAGES}/adapter-sqlite/node_modules/better-sqlite3`, 'node_modules/better-sqlite3');

function withoutTypes(sources, folder) {
  execFileSync(ESBUILD, [
    `${sources}/**/*.ts`,
    `--outdir=${folder}`,
    '--log-level=warning',
    '--tsconfig-raw={}',
  ]);
}
