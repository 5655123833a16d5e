import type Router from '@koa/router';
import type { DefaultContext } from 'koa';
import type { AppContext, AppState } from '../app-context.js';
import { tagAnswer } from '../chain/tagged-text.js';
import { NO_SUCH_PATH, sendProblem } from '../problem.js';
import { isPageFile, PAGE_FILES, type PageFile, pageFileTag, readPageFile } from './page-files.js';

/** Only own files, no script or style inside the page; Swagger UI's icons are `data:` images in its style sheet. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `GET /docs`, without a token: a page to read and to try the interface, and the files it is made of. */
export function pageRoutes(router: Router<AppState, DefaultContext>): void {
  router.get('/docs', (ctx) => {
    ctx.state.route = '/docs';
    // The page names its files relative to itself, so that it also works if the app is mounted below a path.
    if (ctx.path.endsWith('/')) return ctx.redirect('../docs');
    return sendFile(ctx, 'index.html');
  });

  router.get('/docs/:file', (ctx) => {
    ctx.state.route = '/docs/:file';
    const { file = '' } = ctx.params;
    return isPageFile(file) ? sendFile(ctx, file) : sendProblem(ctx, NO_SUCH_PATH);
  });
}

async function sendFile(ctx: AppContext, file: PageFile): Promise<void> {
  const tag = await pageFileTag(file);
  ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': PAGE_POLICY });
  tagAnswer(ctx, tag);
  if (ctx.status === 304) return;
  const compressed = ctx.acceptsEncodings('gzip') === 'gzip';
  if (compressed) ctx.set('Content-Encoding', 'gzip');
  ctx.type = PAGE_FILES[file];
  ctx.body = readPageFile(file, compressed);
}
