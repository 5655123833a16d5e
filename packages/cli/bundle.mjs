// Joins the code of the command into few files, since loading many small ones is most of a start (docs/adr/0015). What is
// JOINED goes in; what `dependencies` names stays outside, so that it can be fixed and traced without us.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { manualPage } from './reference/manual-page.ts';

const HERE = import.meta.dirname;
const OUT = join(HERE, 'bundle');
const JOINED = /^(@ops-admin|@inversifyjs)\/|^(inversify|cockatiel|commander|neverthrow|reflect-metadata)$/;
/**
 * Imports of these are written as calls of `require`: an ES module that imports a part of Node.js reads all that the part has,
 * and `node:http` has a WebSocket, which loads an HTTP client of 6 MB. @koa/router as an ES module imports it so.
 */
const REQUIRED = /^import (?:(\w+)|(\{[^}]*\})|\* as (\w+)) from "(node:(?!module")[\w/]+|@koa\/router)";$/gm;
const REQUIRE =
  'import { createRequire as makeRequire } from "node:module";\nconst require = makeRequire(import.meta.url);\n';
/** What the joined code reads from our packages. They look for it beside the code first, so the command depends on none of them. */
const FILES = ['adapter-http-koa/dist/page/files', 'page/dist/files', 'reference-data/data/reference.sqlite'];

const { dependencies, engines } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
const outside = Object.keys(dependencies).filter((name) => !JOINED.test(name));

rmSync(OUT, { recursive: true, force: true });
const { metafile, outputFiles } = await build({
  absWorkingDir: HERE,
  entryPoints: { main: 'dist/main.js' },
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${engines.node.replace('>=', '')}`,
  external: outside,
  metafile: true,
  write: false,
  logLevel: 'warning',
});

mkdirSync(OUT);
for (const { path, text } of outputFiles) {
  const code = text.replace(
    REQUIRED,
    (_, one, some, all, name) => `const ${one ?? all ?? some.replaceAll(' as ', ': ')} = require("${name}");`,
  );
  writeFileSync(path, code === text ? text : REQUIRE + code);
}

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

mkdirSync(join(OUT, 'man'));
writeFileSync(join(OUT, 'man/ops-admin.1'), manualPage());
writeFileSync(
  join(OUT, 'help.txt'),
  execFileSync(process.execPath, [join(OUT, 'main.js'), '--help'], { env: {} }),
);
for (const file of FILES) cpSync(join(HERE, '..', file), join(OUT, file), { recursive: true });

// Their licences must go where they go.
const licences = [...libraries].map(([name, folder]) => {
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return `${name}\n\n${readFileSync(join(folder, file), 'utf8')}\n\n`;
});
writeFileSync(join(OUT, 'LICENSES.txt'), licences.join(''));

// For the bill of materials, see sbom.mjs.
const versions = [...libraries].map(([name, folder]) => {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version };
});
writeFileSync(join(OUT, 'joined.json'), JSON.stringify(versions));
