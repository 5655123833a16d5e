import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type Router from '@koa/router';
import type { DefaultContext } from 'koa';
import type { AppContext, AppState } from '../app-context.js';
import { entityTag, tagAnswer } from '../chain/tagged-text.js';
import { acceptedCoding } from '../middleware/compression.js';
import { NO_SUCH_PATH, sendProblem } from '../problem.js';

/** The page at `/`: its files, and how people sign in at the provider of `ProtectedResource`. */
export interface AppPage {
  /** Has `index.html` and what it names, each as `NAME.br` and `NAME.gz`. The name of a file changes with its contents. */
  readonly folder: string;
  /** The page, as a client of the provider; without it a token is pasted. */
  readonly clientId?: string | undefined;
  /** The scopes that it requests in addition to `openid`. */
  readonly scopes?: readonly string[] | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file in every coding. */
interface CodedFile {
  readonly type: string;
  readonly tag: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** `GET /`, without a token and whatever is accepted, and `GET /page/{file}`: 60 kB in all, which stay in memory. */
export function appPageRoutes(
  router: Router<AppState, DefaultContext>,
  { folder }: AppPage,
  issuer: string | undefined,
): void {
  const files = readFiles(folder);
  const policy = policyWith(issuer);

  router.get('/', (ctx) => {
    ctx.state.route = '/';
    // The page names its files and the interface relative to itself, so that it also works below a path.
    const [path = '/'] = ctx.originalUrl.split('?');
    if (!path.endsWith('/')) return ctx.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/`);
    ctx.set({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    return sendFile(ctx, files.get('index.html'));
  });

  router.get('/page/:file', (ctx) => {
    ctx.state.route = '/page/:file';
    const { file = '' } = ctx.params;
    if (files.has(file)) ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    return sendFile(ctx, files.get(file));
  });
}

function sendFile(ctx: AppContext, file: CodedFile | undefined): void {
  if (!file) {
    sendProblem(ctx, NO_SUCH_PATH);
    return;
  }
  tagAnswer(ctx, file.tag);
  if (ctx.status === 304) return;
  const coding = acceptedCoding(ctx);
  if (coding) ctx.set('Content-Encoding', coding);
  ctx.type = file.type;
  ctx.body = coding ? file[coding] : gunzipSync(file.gzip);
}

function readFiles(folder: string): ReadonlyMap<string, CodedFile> {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.gz') ? [file.slice(0, -3)] : []));
  return new Map(
    names.map((name) => {
      const gzip = readFileSync(join(folder, `${name}.gz`));
      const br = readFileSync(join(folder, `${name}.br`));
      return [name, { type: TYPES[extname(name)] ?? 'text/plain', tag: entityTag(gzip), br, gzip }];
    }),
  );
}

/** Only its own files, nothing inline, and requests to the service and to the provider alone. */
function policyWith(issuer: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${issuer === undefined ? '' : ` ${new URL(issuer).origin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
