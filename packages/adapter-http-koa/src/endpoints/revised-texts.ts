import type { TaggedText } from '../chain/tagged-text.js';

/** The least recently written text makes room for a new one. */
const MAX_TEXTS = 100;

/** Answers as text, each kept while its data has the same revision. */
export class RevisedTexts {
  readonly #texts = new Map<string, { readonly revision: string; readonly text: TaggedText }>();

  /** The text under a key, made by `write` if there is none of this revision. */
  get(key: string, revision: string, write: () => TaggedText): TaggedText {
    const known = this.#texts.get(key);
    if (known?.revision === revision) return known.text;
    const text = write();
    this.#texts.delete(key);
    if (this.#texts.size === MAX_TEXTS) this.#texts.delete(this.#texts.keys().next().value as string);
    this.#texts.set(key, { revision, text });
    return text;
  }
}
