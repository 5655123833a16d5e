/** The encoding of a text by its byte order mark; UTF-8 if there is none. */
export function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** How a text begins: enough to see what it is, unless there is no more. `whole` is all of it once more. */
export async function beginningOf(
  bytes: AsyncIterable<Buffer>,
): Promise<{ readonly start: string; readonly whole: AsyncGenerator<Buffer, void> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < 4 || decoded(first).trim() === '') {
    const next = await iterator.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer, void> {
    if (first.length > 0) yield first;
    yield* bytes;
  }
  return { start: decoded(first), whole: whole() };
}

function decoded(bytes: Buffer): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}
