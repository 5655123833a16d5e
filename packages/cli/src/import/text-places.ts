/** A place in a text, both from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Finds lines and columns in a text. */
export class TextPlaces {
  readonly #lineStarts: number[] = [0];
  readonly #from: TextPlace;

  /** `from` is where the text begins in another one. */
  constructor(text: string, from: TextPlace = { line: 1, column: 1 }) {
    this.#from = from;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
  }

  /** Both from 1; a column counts UTF-16 units. */
  at(offset: number): TextPlace {
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    const column = offset - (this.#lineStarts[low] as number) + (low === 0 ? this.#from.column : 1);
    return { line: low + this.#from.line, column };
  }
}
