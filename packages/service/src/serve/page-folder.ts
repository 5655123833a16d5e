import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where the files of the page are; `undefined` if it was not built. Found by the name of its package, because this code can
 * be bundled elsewhere.
 */
export function pageFolder(): string | undefined {
  const folder = fileURLToPath(new URL('dist/files', import.meta.resolve('@ops-admin/page/package.json')));
  return existsSync(folder) ? folder : undefined;
}
