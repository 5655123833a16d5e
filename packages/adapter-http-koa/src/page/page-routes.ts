import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Router from '@koa/router';
import type { DefaultContext } from 'koa';
import type { AppState } from '../app-context.js';
import { pagePolicy, type SendFile, staticFiles } from './static-files.js';

const BESIDE = new URL('adapter-http-koa/', import.meta.url);

/**
 * The files of the page, which `build.mjs` puts there: in a folder `adapter-http-koa` next to this code if it was joined with other
 * code, otherwise where this package is installed.
 */
export const FILES_FOLDER: string = fileURLToPath(
  new URL(
    'dist/page/files',
    existsSync(BESIDE) ? BESIDE : import.meta.resolve('@ops-admin/adapter-http-koa/package.json'),
  ),
);

const HEADERS = { 'Cache-Control': 'no-cache', 'Content-Security-Policy': pagePolicy("'self'") };

/** `GET /docs`, without a token: a page to read and to try the interface, and the files it is made of. */
export function pageRoutes(router: Router<AppState, DefaultContext>): void {
  let sendFile: SendFile | undefined;
  const files = () => {
    sendFile ??= staticFiles(FILES_FOLDER);
    return sendFile;
  };

  router.get('/docs', (ctx) => {
    ctx.state.route = '/docs';
    // The page names its files relative to itself, so that it also works if the app is mounted below a path.
    if (ctx.path.endsWith('/')) return ctx.redirect('../docs');
    return files()(ctx, 'index.html', HEADERS);
  });

  router.get('/docs/:file', (ctx) => {
    ctx.state.route = '/docs/:file';
    return files()(ctx, ctx.params.file ?? '', HEADERS);
  });
}
