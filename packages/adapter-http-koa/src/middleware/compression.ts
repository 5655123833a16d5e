import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AppContext } from '../app-context.js';

/** Smaller bodies fit into one or two packets uncompressed. */
const COMPRESSION_THRESHOLD_BYTES = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** The default quality of 11 is for files that are compressed once. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const ENCODERS = {
  br: (text: string | Buffer) => toBrotli(text, FAST),
  gzip: (text: string | Buffer) => toGzip(text),
};

/**
 * Compresses text of 1 KiB or more, if the client accepts that and it is not compressed. The compressed size reveals nothing (BREACH): no answer
 * holds a secret together with the caller's text. Wait for the result, if it returns a promise.
 */
export function compress(ctx: AppContext): Promise<void> | undefined {
  const { body } = ctx;
  if (ctx.get('Accept-Encoding') === '' || ctx.res.hasHeader('Content-Encoding')) return undefined;
  if (typeof body !== 'string' && !(body instanceof Buffer)) return undefined;
  if (body.length < COMPRESSION_THRESHOLD_BYTES && Buffer.byteLength(body) < COMPRESSION_THRESHOLD_BYTES)
    return undefined;
  const encoding = (['br', 'gzip'] as const).find((one) => ctx.acceptsEncodings(one) === one);
  return encoding && encode(ctx, body, encoding);
}

async function encode(
  ctx: AppContext,
  text: string | Buffer,
  encoding: keyof typeof ENCODERS,
): Promise<void> {
  ctx.body = await ENCODERS[encoding](text);
  ctx.set('Content-Encoding', encoding);
}
