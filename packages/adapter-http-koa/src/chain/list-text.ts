import { nextStep } from '../server/is-its-turn.js';
import { TaggedText } from './tagged-text.js';

/** Records that are written before others get their turn of the event loop. */
const RECORDS_PER_TURN = 250;

/** What an answer ends with whose last member is an empty list of its data. */
const EMPTY = '[]}}';

/** An answer as JSON that ends with these records, written in pieces if they are many. */
export async function listText(answer: object, records: readonly object[]): Promise<TaggedText> {
  if (records.length <= RECORDS_PER_TURN) return new TaggedText(answer);
  const rest = JSON.stringify(answer, (_, value) => (value === records ? [] : value));
  if (!rest.endsWith(EMPTY)) throw new Error('an answer in pieces must end with its records');
  let text = rest.slice(0, -EMPTY.length);
  for (let start = 0; start < records.length; start += RECORDS_PER_TURN) {
    if (start > 0) await nextStep();
    // Without the bracket that ends the list.
    const piece = JSON.stringify(records.slice(start, start + RECORDS_PER_TURN)).slice(0, -1);
    text += start === 0 ? piece : `,${piece.slice(1)}`;
  }
  return new TaggedText(`${text}]}}`);
}
