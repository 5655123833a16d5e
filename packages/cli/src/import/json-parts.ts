import type { TextPlace } from './text-places.js';

/** A part of a text of JSON: an array, or lines of one value each. */
export interface JsonPart {
  readonly text: string;
  readonly from: TextPlace;
}

/** Up to here a text is one part, in which every mistake can be found. */
const MAX_WHOLE_LENGTH = 2 * 1024 * 1024;
/** The longest part without an end; what is longer is broken. */
const MAX_PART_LENGTH = 16 * MAX_WHOLE_LENGTH;

/**
 * Cuts a long text of JSON where a record ends, so that it is never in memory as a whole: an array into arrays, otherwise after
 * lines. Where an array is broken, so is the part, and those after it say nothing.
 */
export async function* jsonParts(chunks: AsyncIterable<string>): AsyncGenerator<JsonPart, void> {
  let text = '';
  let cutter: Cutter | undefined;
  for await (const chunk of chunks) {
    text += chunk;
    if (!cutter && text.length <= MAX_WHOLE_LENGTH) continue;
    cutter ??= /^\s*\[/.test(text) ? new ArrayCutter() : new LineCutter();
    const part = cutter.cut(text);
    if (!part && text.length <= MAX_PART_LENGTH) continue;
    if (!part) break;
    yield part;
    text = text.slice(part.length);
  }
  if (cutter) yield cutter.rest(text);
  else yield { text, from: { line: 1, column: 1 } };
}

interface Cut extends JsonPart {
  /** How much of the given text it is. */
  readonly length: number;
}

interface Cutter {
  /** All whole records at the beginning of a text, if there are any. A text that follows begins where this part ended. */
  cut(text: string): Cut | undefined;
  rest(text: string): JsonPart;
}

class LineCutter implements Cutter {
  #line = 1;

  cut(text: string): Cut | undefined {
    const length = text.lastIndexOf('\n') + 1;
    if (length === 0) return undefined;
    const part = { ...this.rest(text.slice(0, length)), length };
    this.#line += linesIn(part.text);
    return part;
  }

  rest(text: string): JsonPart {
    return { text, from: { line: this.#line, column: 1 } };
  }
}

class ArrayCutter implements Cutter {
  #from: TextPlace = { line: 1, column: 1 };
  #isFirst = true;
  /** How far a text was looked through, and what was found until there. */
  #at = 0;
  #depth = 0;
  #isInText = false;
  /** The last comma between records, and the last one that has a record after it. */
  #comma = 0;
  #end = 0;

  cut(text: string): Cut | undefined {
    if (this.#isFirst && this.#at === 0) this.#at = text.indexOf('[') + 1;
    this.#scan(text);
    if (this.#end === 0) return undefined;
    const length = this.#end;
    const part = { ...this.rest(text.slice(0, length)), length };
    const feed = part.text.lastIndexOf('\n', length - 1);
    const { column, line } = this.#from;
    this.#from = {
      line: line + linesIn(text.slice(0, length)),
      column: feed < 0 ? column + length : length - feed,
    };
    this.#isFirst = false;
    this.#at -= length;
    this.#comma -= length;
    this.#end = 0;
    return { ...part, text: `${part.text}]` };
  }

  rest(text: string): JsonPart {
    // A later part begins with the comma that ended the one before.
    return { text: this.#isFirst ? text : `[${text.slice(1)}`, from: this.#from };
  }

  #scan(text: string): void {
    let [at, depth, isInText, comma, end] = [this.#at, this.#depth, this.#isInText, this.#comma, this.#end];
    let isAfterComma = comma > 0;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (isInText) {
        if (unit === BACKSLASH) {
          if (at + 1 === text.length) break;
          at++;
        } else if (unit === QUOTE) isInText = false;
        continue;
      }
      if (unit <= SPACE) continue;
      if (depth === 0 && unit === COMMA) {
        comma = at;
        isAfterComma = true;
        continue;
      }
      if (isAfterComma && depth === 0 && unit !== CLOSE) end = comma;
      isAfterComma = false;
      if (unit === QUOTE) isInText = true;
      else if (unit === OPEN || unit === OPEN_OBJECT) depth++;
      else if (unit === CLOSE || unit === CLOSE_OBJECT) depth--;
    }
    [this.#at, this.#depth, this.#isInText, this.#end] = [at, depth, isInText, end];
    this.#comma = isAfterComma ? comma : 0;
  }
}

const [SPACE, QUOTE, COMMA, BACKSLASH] = [0x20, 0x22, 0x2c, 0x5c];
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
