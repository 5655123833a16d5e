import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { ENDPOINTS } from './dist/endpoints/endpoints.js';
import { describeInterface } from './dist/openapi/describe-interface.js';
import { FILES_FOLDER } from './dist/page/page-routes.js';

// `pnpm build` runs this file; nothing imports it. It writes openapi.json, and puts the files of the page into the package. They are
// copied, because swagger-ui-dist as a dependency would bring telemetry at install.

const OWN = join(import.meta.dirname, 'page');
const SWAGGER_UI = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

const FILES = ['index.html', 'page.css', 'page.js', 'swagger-ui-bundle.js', 'swagger-ui.css'];

/** Their licences require a copy of each of these with the files. */
const LICENCES = {
  LICENSE: 'swagger-ui.LICENSE.txt',
  NOTICE: 'swagger-ui.NOTICE.txt',
  'swagger-ui-bundle.js.LICENSE.txt': 'swagger-ui-bundle.js.LICENSE.txt',
};

mkdirSync(FILES_FOLDER, { recursive: true });
for (const name of FILES) {
  const contents = readFileSync(join(name.startsWith('swagger-ui') ? SWAGGER_UI : OWN, name));
  writeFileSync(
    join(FILES_FOLDER, `${name}.gz`),
    gzipSync(contents, { level: constants.Z_BEST_COMPRESSION }),
  );
}
for (const [name, target] of Object.entries(LICENCES)) {
  copyFileSync(join(SWAGGER_UI, name), join(FILES_FOLDER, target));
}

const description = `${JSON.stringify(describeInterface(ENDPOINTS), null, 2)}\n`;
writeFileSync(join(import.meta.dirname, 'openapi.json'), description);
