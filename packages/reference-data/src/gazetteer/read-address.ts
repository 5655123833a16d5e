import { type Acceptance, acceptanceOf } from './acceptance.js';
import { spansOf } from './address-spans.js';
import { type Candidate, type Context, candidatesOf, mentionsOf, parentAmong } from './candidates.js';
import type { NamedAirport, NamedPlace, NameIndex } from './name-index.js';
import { postcodesIn, withPlainPostcodes } from './postcodes.js';
import { airportIn } from './read-airport.js';
import { withoutContacts } from './split-address.js';
import { ACCEPTANCE, ACCEPTED, sum } from './weights.js';

/** What a text is read as. */
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
  const reader = index.reader();
  const text = spansOf(withPlainPostcodes(address), reader);
  const isLoud = !/\p{Ll}/u.test(address);
  const context: Context = {
    text,
    reader,
    isLoud,
    postcodes: postcodesIn(withoutContacts(address)),
    mentions: mentionsOf(text, isLoud),
  };
  const airport = airportIn(context);
  if (airport) return { place: undefined, airport, candidates: [], acceptance: undefined };
  const candidates = candidatesOf(context);
  const [best] = candidates;
  if (!best) return { place: undefined, airport, candidates, acceptance: undefined };
  const parent = parentAmong(best, candidates);
  const { people } = (parent ?? best).place;
  const acceptance = acceptanceOf(best, candidates, context, address, people);
  const total = sum(acceptance.facts, ACCEPTANCE);
  const isAccepted = acceptance.refusal === undefined && total >= ACCEPTED;
  return {
    place: isAccepted ? (parent ?? best).place : undefined,
    airport,
    candidates,
    acceptance: { ...acceptance, sum: total },
  };
}
