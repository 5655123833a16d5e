// `pnpm version-packages` runs this behind `changeset version`, which does not know the examples: they are not part
// of the workspace, so that they can be copied as they are. It makes them depend on the versions that the packages have now.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

const versions = new Map(
  readdirSync(join(ROOT, 'packages'))
    .map((name) => read(join(ROOT, 'packages', name, 'package.json')))
    .map(({ name, version }) => [name, version]),
);
const examples = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join(ROOT, 'examples', name));
for (const folder of examples) {
  const file = join(folder, 'package.json');
  const manifest = read(file);
  for (const dependencies of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}]) {
    for (const dependency of Object.keys(dependencies)) {
      const version = versions.get(dependency);
      if (version) dependencies[dependency] = `^${version}`;
    }
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
