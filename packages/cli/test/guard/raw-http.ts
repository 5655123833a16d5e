import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A request to the letter: nothing is added but the ends of lines. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Lines of the header; text is sent as UTF-8. */
  readonly lines: readonly string[];
  readonly body?: Buffer | undefined;
  /** Disconnects after this number of bytes, without reading an answer. */
  readonly cutAfter?: number | undefined;
}

/** The answer, with content codings decoded. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Longest wait for an answer; all of them come within milliseconds, or on a busy machine later. */
const PATIENCE_MS = 60_000;

/** An answer, or the reason for a missing one: `hang` after a minute, `closed` silently, `cut` on request, `refused` before it was sent. */
export type Outcome = RawAnswer | 'hang' | 'closed' | 'cut' | 'refused';

/** Sends a request over a connection of its own. It must ask for `Connection: close` where an answer is awaited. */
export function sendRaw(
  url: string,
  request: RawRequest,
  patienceMs: number = PATIENCE_MS,
): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  const bytes = bytesOf(request);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const chunks: Buffer[] = [];
    const end = (outcome: Outcome) => {
      clearTimeout(patience);
      socket.destroy();
      resolve(outcome);
    };
    const patience = setTimeout(() => end('hang'), patienceMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      // A refused request is answered before the connection ends.
      const answer = request.cutAfter === undefined && readAnswer(Buffer.concat(chunks), request.method);
      if (answer) end(answer);
    });
    // Others are seen when the connection closes.
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') end('refused');
    });
    socket.on('close', () => end(readAnswer(Buffer.concat(chunks), request.method) ?? 'closed'));
    if (request.cutAfter === undefined) socket.write(bytes);
    else socket.write(bytes.subarray(0, request.cutAfter), () => setTimeout(() => end('cut'), 5));
  });
}

function bytesOf({ body = Buffer.alloc(0), lines, method, target }: RawRequest): Buffer {
  const head = [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), body]);
}

/** The first final answer in what came, once it is there as a whole. */
function readAnswer(bytes: Buffer, method: string): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return readAnswer(rest, method);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers.get('content-length') ?? 0);
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  const isChunked = hasBody && headers.get('transfer-encoding') === 'chunked';
  const body = isChunked ? dechunked(rest) : rest.subarray(0, hasBody ? length : 0);
  if (!body || (hasBody && !isChunked && body.length < length)) return undefined;
  return { status, headers, text: decoded(body, headers.get('content-encoding')) };
}

/** The body that comes in chunks, once the last one is there. */
function dechunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (bytes.length < line + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

function decoded(body: Buffer, coding: string | null): string {
  if (body.length === 0) return '';
  if (coding === 'br') return brotliDecompressSync(body).toString();
  return (coding === 'gzip' ? gunzipSync(body) : body).toString();
}

/** A request as a line for a shell, to be sent again by hand. */
export function curlOf(url: string, { body, cutAfter, lines, method, target }: RawRequest): string {
  const isHead = method === 'HEAD';
  const parts = [
    'curl --include --path-as-is --globoff',
    isHead ? '--head' : `--request ${quoted(method)}`,
    ...(target.startsWith('/') ? [] : [`--request-target ${quoted(target)}`]),
    // Curl adds some of its own, unless they are emptied.
    ...lines.map((line) => `--header ${quoted(line)}`),
    ...(body ? [`--data-binary @<(printf %s ${body.toString('base64')} | base64 --decode)`] : []),
    quoted(url + (target.startsWith('/') ? target : '')),
  ];
  const cut = cutAfter === undefined ? '' : ` # cut after ${cutAfter} bytes of the body and all before it`;
  return parts.join(' ') + cut;
}

function quoted(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const bytes = [...Buffer.from(text)].map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `$'${bytes.join('')}'`;
}
