import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { err, ok, type Result } from '@ops-admin/core';
import type { FileMistakes } from '../file-mistake.js';
import { encodingOf } from '../text-encoding.js';

/** Consecutive whole lines of a text. */
export interface TextBlock {
  readonly text: string;
  /** The number of its first line, from 1. */
  readonly firstLine: number;
  /** The bytes of the text up to the end of this block. */
  readonly position: number;
}

/** Blocks of a text; the last can be an error. */
export type TextBlocks = AsyncIterable<Result<TextBlock, FileMistakes>>;

/**
 * The longest line in bytes, as long as the body of a request, so that a file without line ends does not fill the memory.
 */
export const MAX_LINE_BYTES: number = 1024 * 1024;

const LINE_FEED = 0x0a;
const BOM = '\uFEFF';

/**
 * Cuts bytes into blocks of whole lines: UTF-8, or UTF-16 with its mark. Errors: `file-mistakes`, at the first line that is
 * not such text.
 */
export async function* readTextBlocks(
  chunks: AsyncIterable<Buffer>,
  file: string,
): AsyncGenerator<Result<TextBlock, FileMistakes>, void> {
  let rest: Buffer = Buffer.alloc(0);
  let firstLine = 1;
  let position = 0;
  const invalid = (line: number, message: string) =>
    err({ type: 'file-mistakes' as const, mistakes: [{ file, line, column: 1, message }] as const });
  const blockOf = (bytes: Buffer): TextBlock => {
    position += bytes.length;
    const text = bytes.toString();
    return { text: firstLine === 1 && text.startsWith(BOM) ? text.slice(1) : text, firstLine, position };
  };
  for await (const chunk of withEnd(inUtf8(chunks))) {
    if (chunk === 'no-text') return yield invalid(firstLine, 'this is no text in UTF-16');
    const bytes = chunk ? Buffer.concat([rest, chunk]) : rest;
    const end = chunk ? bytes.lastIndexOf(LINE_FEED) + 1 : bytes.length;
    const lines = bytes.subarray(0, end);
    rest = bytes.subarray(end);
    if (!isText(lines)) {
      const sound = soundLines(lines);
      const block = blockOf(sound);
      if (sound.length > 0) yield ok(block);
      return yield invalid(
        firstLine + countLines(sound),
        'this is no text in UTF-8, nor in UTF-16 with its mark',
      );
    }
    if (lines.length > 0) {
      yield ok(blockOf(lines));
      firstLine += countLines(lines);
    }
    if (rest.length > MAX_LINE_BYTES) {
      return yield invalid(firstLine, `it is longer than ${MAX_LINE_BYTES} bytes`);
    }
  }
}

/** The same text in UTF-8, if its mark says UTF-16; `no-text` if it is not valid. */
async function* inUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | 'no-text', void> {
  let decoder: TextDecoder | undefined;
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes: Buffer = start ? Buffer.concat([start, chunk]) : chunk;
    if (start && bytes.length < 2) {
      start = bytes;
      continue;
    }
    const encoding = start ? encodingOf(bytes) : 'utf-8';
    if (encoding !== 'utf-8') decoder = new TextDecoder(encoding, { fatal: true });
    start = undefined;
    const decoded = decoder ? decode(decoder, bytes) : bytes;
    yield decoded;
    if (decoded === 'no-text') return;
  }
  if (start) yield start;
  if (decoder) yield decode(decoder);
}

function decode(decoder: TextDecoder, bytes?: Buffer): Buffer | 'no-text' {
  try {
    return Buffer.from(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
  } catch {
    return 'no-text';
  }
}

async function* withEnd<T>(chunks: AsyncIterable<T>): AsyncGenerator<T | undefined> {
  yield* chunks;
  yield undefined;
}

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

/** The lines before the first invalid one. */
function soundLines(bytes: Buffer): Buffer {
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    if (!isText(bytes.subarray(start, end))) return bytes.subarray(0, start);
    start = end;
  }
  return bytes;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}
