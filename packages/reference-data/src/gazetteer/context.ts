import type { AddressSpans, Span } from './address-spans.js';
import type { NamedArea, NamedPlace, NameReader } from './name-index.js';
import type { Postcode } from './postcodes.js';
import type { Fact, Facts } from './weights.js';

/** A town that a span of a text can mean, with what speaks for and against it. */
export interface Candidate {
  readonly span: Span;
  readonly place: NamedPlace;
  readonly facts: Facts<Fact>;
  readonly score: number;
}

/** An area that a text names. */
export interface Mention {
  readonly span: Span;
  readonly areas: readonly NamedArea[];
  /** Whether only a code in capitals, or in the place of one, names it. */
  readonly isCode: boolean;
  /** Whether it stands where an area stands, so that a town outside of it is hardly meant. */
  readonly isFirm: boolean;
}

/** The facts that all candidates of a text share. */
export interface Context {
  readonly text: AddressSpans;
  readonly postcodes: readonly Postcode[];
  readonly mentions: readonly Mention[];
  readonly reader: NameReader;
  /** Whether all letters of the text are capitals, so that they say nothing. */
  readonly isLoud: boolean;
}
