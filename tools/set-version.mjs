// Gives all packages one version, and makes the examples depend on it. The examples are not part of the workspace, so that they can
// be copied as they are.
//
//   node tools/set-version.mjs VERSION
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const [version] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) {
  console.error('set-version: needs a version such as 0.2.0. Usage: node tools/set-version.mjs VERSION');
  process.exit(2);
}

const manifestsIn = (folder) =>
  readdirSync(join(ROOT, folder))
    .map((name) => join(ROOT, folder, name, 'package.json'))
    .filter(existsSync);

const packages = manifestsIn('packages');
for (const file of packages) change(file, (manifest) => ({ ...manifest, version }));
const names = new Set(packages.map((file) => JSON.parse(readFileSync(file, 'utf8')).name));
for (const file of manifestsIn('examples')) {
  change(file, (manifest) => {
    for (const ranges of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}]) {
      for (const name of Object.keys(ranges)) if (names.has(name)) ranges[name] = `^${version}`;
    }
    return manifest;
  });
}

function change(file, changed) {
  writeFileSync(file, `${JSON.stringify(changed(JSON.parse(readFileSync(file, 'utf8'))), null, 2)}\n`);
}
