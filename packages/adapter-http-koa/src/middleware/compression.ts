import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AppContext } from '../app-context.js';

/** Smaller bodies fit into one or two packets uncompressed. */
const COMPRESSION_THRESHOLD_BYTES = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** The default quality of 11 is for files that are compressed once. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type Coding = 'br' | 'gzip';

const ENCODERS: Readonly<Record<Coding, (text: string | Buffer) => Promise<Buffer>>> = {
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
  const encoding = acceptedCoding(ctx);
  return encoding && encode(ctx, body, encoding);
}

/** The coding that the client weighs most, `br` among equals; `undefined` to send the text as it is (RFC 9110, section 12.5.3). */
function acceptedCoding(ctx: AppContext): Coding | undefined {
  const weights = new Map(
    ctx
      .get('Accept-Encoding')
      .toLowerCase()
      .split(',')
      .map((one) => {
        const [name = '', ...parameters] = one.split(';').map((text) => text.trim());
        const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight) || 0] as const;
      }),
  );
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

async function encode(ctx: AppContext, text: string | Buffer, encoding: Coding): Promise<void> {
  ctx.body = await ENCODERS[encoding](text);
  ctx.set('Content-Encoding', encoding);
}
