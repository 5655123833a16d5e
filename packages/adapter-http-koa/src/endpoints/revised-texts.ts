import type { TaggedText } from '../chain/tagged-text.js';

/** The least recently written text makes room for a new one. */
const MAX_TEXTS = 100;

/**
 * Answers as text, each kept while its data has the same revision: reading and writing a page takes longer than everything else
 * that answers a request. It is the only place where pages are kept.
 */
export class RevisedTexts {
  readonly #texts = new Map<string, { readonly revision: string; readonly text: TaggedText }>();

  /** The text under a key, if there is one of this revision; data without a revision has none. */
  find(key: string, revision: string | undefined): TaggedText | undefined {
    const known = this.#texts.get(key);
    return known?.revision === revision ? known?.text : undefined;
  }

  /** Keeps a text of data that had this revision before it was read. */
  keep(key: string, revision: string | undefined, text: TaggedText): void {
    if (revision === undefined) return;
    this.#texts.delete(key);
    if (this.#texts.size === MAX_TEXTS) this.#texts.delete(this.#texts.keys().next().value as string);
    this.#texts.set(key, { revision, text });
  }
}
