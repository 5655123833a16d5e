import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BESIDE = new URL('page/', import.meta.url);

/**
 * Where the files of the page are; `undefined` if it was not built. In a folder `page` next to this code if it was joined with
 * other code, otherwise where its package is installed.
 */
export function pageFolder(): string | undefined {
  const base = existsSync(BESIDE) ? BESIDE : import.meta.resolve('@ops-admin/page/package.json');
  const folder = fileURLToPath(new URL('dist/files', base));
  return existsSync(folder) ? folder : undefined;
}
