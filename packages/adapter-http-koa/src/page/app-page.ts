import type Router from '@koa/router';
import type { DefaultContext } from 'koa';
import type { AppState } from '../app-context.js';
import { pagePolicy, staticFiles } from './static-files.js';

/** The page at `/`: its files, and how people sign in at the provider of `ProtectedResource`. */
export interface AppPage {
  /** Has `index.html` and what it names, each as `NAME.gz`. The name of a file changes with its contents. */
  readonly folder: string;
  /** The page, as a client of the provider; without it a token is pasted. */
  readonly clientId?: string | undefined;
  /** The scopes that it requests in addition to `openid`. */
  readonly scopes?: readonly string[] | undefined;
}

/** `GET /`, without a token and whatever is accepted, and `GET /page/{file}`. */
export function appPageRoutes(
  router: Router<AppState, DefaultContext>,
  { folder }: AppPage,
  issuer: string | undefined,
): void {
  const sendFile = staticFiles(folder);
  const provider = issuer === undefined ? '' : ` ${new URL(issuer).origin}`;
  const headers = {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': pagePolicy(
      `'self'${provider}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ),
    'Cross-Origin-Opener-Policy': 'same-origin',
  };

  router.get('/', (ctx) => {
    ctx.state.route = '/';
    // The page names its files and the interface relative to itself, so that it also works below a path.
    const [path = '/'] = ctx.originalUrl.split('?');
    if (!path.endsWith('/')) return ctx.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/`);
    return sendFile(ctx, 'index.html', headers);
  });

  router.get('/page/:file', (ctx) => {
    ctx.state.route = '/page/:file';
    return sendFile(ctx, ctx.params.file ?? '', { 'Cache-Control': 'public, max-age=31536000, immutable' });
  });
}
