import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AppMiddleware } from '../app-context.js';

/** Smaller bodies fit into a packet or two as they are; in bytes. */
const THRESHOLD = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** The default quality of 11 is for files that are compressed once. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const ENCODERS = {
  br: (text: string) => toBrotli(text, FAST),
  gzip: (text: string) => toGzip(text),
};

/**
 * Compresses text from 1 KiB on. Nothing here can be read off a compressed size (BREACH): no answer holds a secret beside
 * text of the caller's.
 */
export function compression(): AppMiddleware {
  return async (ctx, next) => {
    await next();
    ctx.vary('Accept-Encoding');
    const { body } = ctx;
    if (typeof body !== 'string' || Buffer.byteLength(body) < THRESHOLD) return;
    for (const encoding of ['br', 'gzip'] as const) {
      if (ctx.acceptsEncodings(encoding) !== encoding) continue;
      ctx.body = await ENCODERS[encoding](body);
      ctx.set('Content-Encoding', encoding);
      return;
    }
  };
}
