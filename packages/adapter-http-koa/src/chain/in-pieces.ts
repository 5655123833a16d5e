import { pause } from '../server/is-its-turn.js';

/** Of fewer, all are written at once. */
export const RECORDS_AT_ONCE = 50;

const PIECE_CHARACTERS = 65_536;

/** Texts one after the other, written with turns for others between them. */
export async function writeInPieces(texts: Iterable<string>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  const take = () => {
    pieces.push(Buffer.from(text));
    text = '';
  };
  for (const one of texts) {
    text += one;
    if (text.length >= PIECE_CHARACTERS) take();
    const paused = pause();
    if (paused) await paused;
  }
  take();
  return Buffer.concat(pieces);
}

/** An answer as JSON, one text for each of its many records, which are the only member of this name. */
export function* textsOf(answer: object, name: string, records: readonly object[]): Generator<string, void> {
  const rest = JSON.stringify(answer, (_, value) => (value === records ? [] : value));
  // Within a text, a quote is escaped.
  const [head = '', tail] = rest.split(`"${name}":[]`);
  if (tail === undefined) throw new Error(`an answer in pieces has no ${name}`);
  yield `${head}"${name}":[`;
  for (const [n, record] of records.entries()) yield `${n === 0 ? '' : ','}${JSON.stringify(record)}`;
  yield `]${tail}`;
}
