import { type Acceptance, acceptanceOf } from './acceptance.js';
import { spansOf } from './address-spans.js';
import { candidatesOf } from './candidates.js';
import type { Candidate, Context } from './context.js';
import { mentionsOf } from './mentions.js';
import type { NamedAirport, NamedPlace, NameIndex } from './name-index.js';
import { parentAmong } from './parent-town.js';
import { postcodesIn, withPlainPostcodes } from './postcodes.js';
import { airportIn } from './read-airport.js';
import { withoutContacts } from './split-address.js';
import { ACCEPTANCE, ACCEPTED, sum } from './weights.js';

/** A text after reading. */
export interface AddressReading {
  /** The place that is meant, if one is accepted. */
  readonly place: NamedPlace | undefined;
  /** The airport that the text names, which comes before every town. */
  readonly airport: NamedAirport | undefined;
  /** The best first. */
  readonly candidates: readonly Candidate[];
  /** That of the best candidate. */
  readonly acceptance: (Acceptance & { readonly sum: number }) | undefined;
}

/** Finds the town that an address means: spans, candidates, one score, acceptance. Throws what the index throws. */
export function readAddress(address: string, index: NameIndex): AddressReading {
  const context = contextOf(address, index);
  const airport = airportIn(context);
  return airport
    ? { place: undefined, airport, candidates: [], acceptance: undefined }
    : readingOf(address, context, candidatesOf(context));
}

/** The facts that all candidates of a text share. */
export function contextOf(address: string, index: NameIndex): Context {
  const reader = index.reader();
  const text = spansOf(withPlainPostcodes(address), reader);
  const isLoud = !/\p{Ll}/u.test(address);
  const postcodes = postcodesIn(withoutContacts(address));
  return { text, reader, isLoud, postcodes, mentions: mentionsOf(text, isLoud) };
}

/** Accepts the best of the candidates, or refuses it. */
export function readingOf(
  address: string,
  context: Context,
  candidates: readonly Candidate[],
): AddressReading {
  const [best] = candidates;
  if (!best) return { place: undefined, airport: undefined, candidates, acceptance: undefined };
  const place = (parentAmong(best, candidates) ?? best).place;
  const acceptance = acceptanceOf(best, context, address, place.people);
  const total = sum(acceptance.facts, ACCEPTANCE);
  const isAccepted = acceptance.refusal === undefined && total >= ACCEPTED;
  return {
    place: isAccepted ? place : undefined,
    airport: undefined,
    candidates,
    acceptance: { ...acceptance, sum: total },
  };
}
