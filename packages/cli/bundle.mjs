// Joins the code of the command into few files, since loading many small ones is most of a start (docs/adr/0015). What is
// JOINED goes in; what `dependencies` names stays outside, so that it can be fixed and traced without us.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const OUT = join(HERE, 'bundle');
const JOINED = /^(@ops-admin|@inversifyjs)\/|^(inversify|cockatiel|neverthrow|reflect-metadata)$/;

const { dependencies, engines } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
const outside = Object.keys(dependencies).filter((name) => !JOINED.test(name));

rmSync(OUT, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: HERE,
  entryPoints: ['dist/main.js'],
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${engines.node.replace('>=', '')}`,
  external: outside,
  metafile: true,
  logLevel: 'warning',
});

const libraries = new Map(
  Object.keys(metafile.inputs).flatMap((file) => {
    const [folder, name] = file.match(/^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//) ?? [];
    return name ? [[name, join(HERE, folder)]] : [];
  }),
);
const undeclared = [...libraries.keys()].filter((name) => !JOINED.test(name));
const imported = Object.values(metafile.outputs)
  .flatMap(({ imports }) => imports)
  .filter(({ external }) => external)
  .map(({ path }) => path);
const unused = outside.filter((name) => !imported.some((path) => `${path}/`.startsWith(`${name}/`)));
if (undeclared.length + unused.length > 0) {
  console.error(
    `The dependencies in packages/cli/package.json: missing ${undeclared.join(', ') || 'none'}; not imported ${unused.join(', ') || 'none'}.`,
  );
  process.exit(1);
}

// Their licences must go where they go.
const licences = [...libraries].map(([name, folder]) => {
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return `${name}\n\n${readFileSync(join(folder, file), 'utf8')}\n\n`;
});
writeFileSync(join(OUT, 'LICENSES.txt'), licences.join(''));
