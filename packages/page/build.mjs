import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { CHANGES_PER_REQUEST, USERS_PER_PAGE } from '@ops-admin/core';
import { ROW_RESULTS } from '@ops-admin/core/operations';
import { build } from 'esbuild';

// `pnpm build` runs this file to make the files of the page, compressed, as the service sends them; nothing imports it.

const SOURCE = join(import.meta.dirname, 'src');
const FILES = join(import.meta.dirname, 'dist/files');

/** The limit of all that a browser gets, in bytes of gzip. */
const MAX_BYTES = 61_440;

const { metafile, outputFiles } = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: { page: join(SOURCE, 'main.tsx'), style: join(SOURCE, 'page.css') },
  entryNames: '[name]-[hash]',
  outdir: FILES,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  alias: { neverthrow: join(SOURCE, 'slim-result.ts') },
  // In place of tsconfig.json, whose automatic functions name `children` in each element: 0.7 kB less.
  tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
  inject: [join(SOURCE, 'jsx.ts')],
  // The page has no code from core, only these values.
  define: {
    ROW_RESULTS: JSON.stringify(ROW_RESULTS),
    CHANGES_PER_REQUEST: String(CHANGES_PER_REQUEST),
    USERS_PER_PAGE: String(USERS_PER_PAGE),
  },
  legalComments: 'eof',
  metafile: true,
  write: false,
  logLevel: 'warning',
});

const files = new Map(outputFiles.map(({ contents, path }) => [basename(path), Buffer.from(contents)]));
const named = (start) => [...files.keys()].find((name) => name.startsWith(start));
const html = readFileSync(join(SOURCE, 'index.html'), 'utf8')
  .replace('page/page.js', `page/${named('page-')}`)
  .replace('page/page.css', `page/${named('style-')}`);
files.set('index.html', Buffer.from(html));
// Their licences must go where they go.
files.set('licences.txt', Buffer.from(licencesOf(Object.keys(metafile.inputs))));

rmSync(FILES, { recursive: true, force: true });
mkdirSync(FILES, { recursive: true });
let bytes = 0;
for (const [name, contents] of files) {
  const gzip = gzipSync(contents, { level: constants.Z_BEST_COMPRESSION });
  if (name !== 'licences.txt') bytes += gzip.length;
  writeFileSync(join(FILES, `${name}.gz`), gzip);
}
console.log(`The page: ${bytes} bytes in gzip, of ${MAX_BYTES}.`);
if (bytes > MAX_BYTES) process.exitCode = 1;

function licencesOf(inputs) {
  const folders = new Set(
    inputs.flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/)?.[0] ?? []),
  );
  return [...folders]
    .map((folder) => join(import.meta.dirname, folder))
    .map((folder) => {
      const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const text = ['LICENSE', 'LICENSE.md', 'license']
        .map((file) => textOf(join(folder, file)))
        .find(Boolean);
      return `${name}\n\n${text}\n\n`;
    })
    .join('');
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
