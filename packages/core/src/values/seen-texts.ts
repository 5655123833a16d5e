/** Words of a slot: three of the digest, and one more than the number that was given. */
const WORDS = 4;
const SMALLEST = 1024 * WORDS;

/**
 * Texts that were met, each with a number, in little memory: 16 to 64 bytes for each, however long. It keeps 96 bits of a digest;
 * two of ten million texts are taken for one once in 10^15 times.
 */
export class SeenTexts {
  #slots = new Uint32Array(SMALLEST);
  #size = 0;

  /** Notes a text; the number that it was noted with first, if it was. Numbers are from 0 to 2^32 - 2. */
  note(text: string, number: number): number | undefined {
    if (this.#size * 2 >= this.#slots.length / WORDS) this.#grow();
    const [a, b, c] = digestOf(text);
    const at = placeOf(this.#slots, a, b, c);
    const found = this.#slots[at + 3] as number;
    if (found > 0) return found - 1;
    this.#slots.set([a, b, c, number + 1], at);
    this.#size++;
    return undefined;
  }

  #grow(): void {
    const from = this.#slots;
    const to = new Uint32Array(from.length * 2);
    for (let at = 0; at < from.length; at += WORDS) {
      if (from[at + 3] === 0) continue;
      const [a = 0, b = 0, c = 0] = from.subarray(at, at + 3);
      to.set(from.subarray(at, at + WORDS), placeOf(to, a, b, c));
    }
    this.#slots = to;
  }
}

/** Where a digest is, or should be. */
function placeOf(slots: Uint32Array, a: number, b: number, c: number): number {
  const mask = slots.length - 1;
  for (let at = (a * WORDS) & mask; ; at = (at + WORDS) & mask) {
    if (slots[at + 3] === 0) return at;
    if (slots[at] === a && slots[at + 1] === b && slots[at + 2] === c) return at;
  }
}

/** 96 bits that say which text it is; nobody needs to be kept from finding two texts of one digest. */
function digestOf(text: string): readonly [number, number, number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  let c = 0x9e3779b9;
  for (let n = 0; n < text.length; n++) {
    const unit = text.charCodeAt(n);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
    c = Math.imul(c ^ unit, 2246822507);
  }
  return [mixed(a, b), mixed(b, c), mixed(c, a)];
}

function mixed(one: number, other: number): number {
  const first = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  return (first ^ (first >>> 15)) >>> 0;
}
