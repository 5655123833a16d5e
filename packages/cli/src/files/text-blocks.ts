import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { err, ok, type Result } from '@ops-admin/core';
import type { FileMistake } from './file-mistake.js';

/** Consecutive whole lines of a text. */
export interface TextBlock {
  readonly text: string;
  /** The number of its first line, from 1. */
  readonly firstLine: number;
}

/** Blocks of a text; the last can be an error. */
export type TextBlocks = AsyncGenerator<Result<TextBlock, FileMistake>, void>;

/** The longest line in bytes, as long as the body of a request, so that a file without line ends does not fill the memory. */
export const MAX_LINE_BYTES: number = 1024 * 1024;

const LINE_FEED = 0x0a;
const BOM = '\uFEFF';
const SAVE = 'save it as UTF-8';
const NOT_UTF16 = `this is not text in UTF-16; ${SAVE}`;

/**
 * Cuts bytes into blocks of whole lines, or one block with `isWhole`: UTF-8, or UTF-16 with its mark. Errors: a mistake in the first line
 * that is not such text, or is too long.
 */
export async function* textBlocks(file: string, chunks: AsyncIterable<Buffer>, isWhole = false): TextBlocks {
  let decoder: TextDecoder | undefined;
  // Pieces of a line without an end yet.
  let rest: Buffer[] = [];
  let restBytes = 0;
  let firstLine = 1;
  let isStart = true;
  const wrong = (message: string, line = firstLine) => err({ file, line, column: 1, message });
  const blockOf = (lines: Buffer): TextBlock => {
    const text = lines.toString();
    const block = {
      text: firstLine === 1 && text.startsWith(BOM) ? text.slice(1) : text,
      firstLine,
    };
    firstLine += count(lines, LINE_FEED);
    return block;
  };
  for await (const chunk of withEnd(chunks)) {
    if (isStart && chunk) {
      isStart = false;
      const encoding = encodingOf(chunk);
      if (encoding !== 'utf-8') decoder = new TextDecoder(encoding, { fatal: true });
    }
    const bytes = decoder ? inUtf8(decoder, chunk) : chunk;
    if (bytes === 'not-text') return yield wrong(NOT_UTF16);
    const end = chunk && bytes ? (isWhole ? 0 : bytes.lastIndexOf(LINE_FEED) + 1) : (bytes?.length ?? 0);
    const isReady = end > 0 || !chunk;
    const pieces = [...rest, ...(bytes && end > 0 ? [bytes.subarray(0, end)] : [])];
    // One piece can be very large.
    const lines = isReady ? (pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)) : undefined;
    if (lines) [rest, restBytes] = [[], 0];
    if (lines && !isText(lines)) {
      const sound = soundLines(lines);
      if (sound.length > 0) yield ok(blockOf(sound));
      return yield wrong(`this is not text in UTF-8, nor in UTF-16 with its mark; ${SAVE}`);
    }
    if (lines && lines.length > 0) yield ok(blockOf(lines));
    if (bytes && bytes.length > end) {
      rest.push(bytes.subarray(end));
      restBytes += bytes.length - end;
    }
    if (restBytes > MAX_LINE_BYTES && !isWhole)
      return yield wrong(`it is longer than ${MAX_LINE_BYTES} bytes`);
  }
}

/** The same text in UTF-8; the end of the text without a chunk. */
function inUtf8(decoder: TextDecoder, chunk: Buffer | undefined): Buffer | 'not-text' {
  try {
    return Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
  } catch {
    return 'not-text';
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

/** How often a text or bytes have a character. */
export function count<One extends string | number>(
  text: { indexOf(one: One, from: number): number },
  character: One,
): number {
  let found = 0;
  for (let at = text.indexOf(character, 0); at >= 0; at = text.indexOf(character, at + 1)) found++;
  return found;
}

/** Returns the encoding by the byte order mark; UTF-8 without one. */
export function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
