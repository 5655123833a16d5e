import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { entityTag } from '../chain/tagged-text.js';

/** The files of the page, with their types; `build.mjs` puts them into {@link FILES_FOLDER}, compressed. */
export const PAGE_FILES = {
  'index.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const;
export type PageFile = keyof typeof PAGE_FILES;

const BESIDE = new URL('adapter-http-koa/', import.meta.url);

/** In a folder `adapter-http-koa` next to this code if it was joined with other code, otherwise where this package is installed. */
export const FILES_FOLDER: string = fileURLToPath(
  new URL(
    'dist/page/files',
    existsSync(BESIDE) ? BESIDE : import.meta.resolve('@ops-admin/adapter-http-koa/package.json'),
  ),
);

export function isPageFile(name: string): name is PageFile {
  return Object.hasOwn(PAGE_FILES, name);
}

/** A compressed file of the page, read from disk; only its tag stays in memory. */
export function readPageFile(name: PageFile, compressed: boolean): Readable {
  const stored = createReadStream(pathOf(name));
  return compressed ? stored : pipeline(stored, createGunzip(), () => {});
}

const tags = new Map<PageFile, string>();

/** Names the contents of a file for `ETag`. */
export async function pageFileTag(name: PageFile): Promise<string> {
  const known = tags.get(name);
  if (known !== undefined) return known;
  const tag = entityTag(await readFile(pathOf(name)));
  tags.set(name, tag);
  return tag;
}

function pathOf(name: PageFile): string {
  return join(FILES_FOLDER, `${name}.gz`);
}
