import { isUtf8 } from 'node:buffer';
import { err, ok, type Result } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';

/** Whole lines of a text that follow each other. */
export interface TextBlock {
  readonly text: string;
  /** The number of its first line, from 1. */
  readonly firstLine: number;
  /** The bytes of the text up to the end of this block. */
  readonly position: number;
}

/** Longest line in bytes, as long as the body of a request: what has no line ends must not fill the memory. */
export const MAX_LINE_BYTES: number = 1024 * 1024;

const LINE_FEED = 0x0a;
const BOM = '\uFEFF';

/** Cuts bytes into blocks of whole lines. Errors: `invalid-input`, naming the first line that is no text in UTF-8. */
export async function* readTextBlocks(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Result<TextBlock, InvalidInput>, void> {
  let rest: Buffer = Buffer.alloc(0);
  let firstLine = 1;
  let position = 0;
  const blockOf = (bytes: Buffer): TextBlock => {
    position += bytes.length;
    const text = bytes.toString();
    return { text: firstLine === 1 && text.startsWith(BOM) ? text.slice(1) : text, firstLine, position };
  };
  for await (const chunk of withEnd(chunks)) {
    const bytes = chunk ? Buffer.concat([rest, chunk]) : rest;
    const end = chunk ? bytes.lastIndexOf(LINE_FEED) + 1 : bytes.length;
    const lines = bytes.subarray(0, end);
    rest = bytes.subarray(end);
    if (!isText(lines)) {
      const sound = soundLines(lines);
      const block = blockOf(sound);
      if (sound.length > 0) yield ok(block);
      return yield invalid(firstLine + countLines(sound), 'this is no text in UTF-8');
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

async function* withEnd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  yield* chunks;
  yield undefined;
}

function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

/** The lines before the first one that is no text. */
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

function invalid(line: number, problem: string): Result<never, InvalidInput> {
  return err({ type: 'invalid-input', message: `line ${line}: ${problem}` });
}
