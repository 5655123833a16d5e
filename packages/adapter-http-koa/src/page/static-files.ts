import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AppContext } from '../app-context.js';
import { entityTag, tagAnswer } from '../chain/tagged-text.js';
import { NO_SUCH_PATH, sendProblem } from '../problem.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Sends a file by its name, with headers of its own; 404 for an unknown name. */
export type SendFile = (ctx: AppContext, name: string, headers: Readonly<Record<string, string>>) => void;

/** Reads the files of a folder into memory, each of which a build has compressed as `NAME.gz`. */
export function staticFiles(folder: string): SendFile {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.gz') ? [file.slice(0, -3)] : []));
  const files = new Map(
    names.map((name) => {
      const gzip = readFileSync(join(folder, `${name}.gz`));
      return [name, { type: TYPES[extname(name)] ?? 'text/plain', tag: entityTag(gzip), gzip }];
    }),
  );
  return (ctx, name, headers) => {
    const file = files.get(name);
    if (!file) return sendProblem(ctx, NO_SUCH_PATH);
    ctx.set({ ...headers });
    tagAnswer(ctx, file.tag);
    if (ctx.status === 304) return;
    const isPacked = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isPacked) ctx.set('Content-Encoding', 'gzip');
    ctx.type = file.type;
    ctx.body = isPacked ? file.gzip : gunzipSync(file.gzip);
  };
}

/** A policy of own files alone, with nothing inline; Swagger UI's icons are `data:` images. `more` is added at its end. */
export function pagePolicy(connect: string, ...more: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ');
}
