import { FIRST_NAMES, NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import { type AddressSpans, isInside } from './address-spans.js';
import type { Mention } from './context.js';
import { ABBREVIATION, holds, isCountry } from './name-index.js';
import { DISTRICT_WORDS, isHouseNumber, QUARTER_WORDS } from './place-words.js';
import { VENUE_WORDS } from './text-words.js';

const MAX_MENTIONS = 16;

const WEAK_CODES = new Set(
  'ag sa co kg as ab nv bv sl se si pb de la le el al in at on or me my to is so no do du da di do st rd dr ave'.split(
    ' ',
  ),
);

/** The areas that a text names, each as a whole and where it stands. */
export function mentionsOf(text: AddressSpans, isLoud: boolean): Mention[] {
  const all = allMentions(text, isLoud).slice(-MAX_MENTIONS);
  const countries = all
    .filter(({ areas, isFirm }) => isFirm && areas.every(isCountry))
    .flatMap(({ areas }) => areas);
  // The `Plateau` of Nigeria is not meant where another country is named.
  return all.map((mention) =>
    countries.length === 0 || countries.some((country) => mention.areas.some((area) => holds(country, area)))
      ? mention
      : { ...mention, isFirm: false },
  );
}

function allMentions({ runs, spans }: AddressSpans, isLoud: boolean): Mention[] {
  const named = spans.filter(({ areas }) => areas.length > 0);
  return named
    .filter((span) => !named.some((other) => isInside(span, other)))
    .flatMap((span): Mention[] => {
      const { run, start, end, name, areas } = span;
      const isLast = end === run.words.length;
      const isWhole = start === 0 && isLast;
      if (
        QUARTER_WORDS.has(name) ||
        (!isWhole && NO_PLACE_WORDS.has(name) && (start === 0 || !FIRST_NAMES.has(name)))
      )
        return [];
      if (/^[a-z]{1,3}$/.test(name)) {
        const isCapital = run.capitals.slice(start, end).every(Boolean) && !isLoud;
        const isWeak = WEAK_CODES.has(name);
        return isCapital || isWhole || (isLast && (isLoud || !isWeak))
          ? [
              {
                span,
                areas,
                isCode: true,
                isFirm: isCapital && isLast && (!isWeak || (isWhole && run === runs.at(-1))),
              },
            ]
          : [];
      }
      const full = areas.filter(({ code }) => code !== ABBREVIATION);
      const isInStreet = run.part === 'street' || run.part === 'district';
      if (isInStreet && !full.some(isCountry)) return [];
      if (DIRECTIONS.has(name) || DISTRICT_WORDS.has(name)) return [];
      // `Hotel Berlin`
      const isVenue = VENUE_WORDS.has(run.words[0] ?? '');
      const isFirm = !isInStreet && !isHouseNumber(run.after) && (isWhole || (isLast && !isVenue));
      return [{ span, areas, isCode: full.length === 0, isFirm }];
    });
}

const DIRECTIONS = new Set(
  'north south east west central centre nord sud est ouest norte sur oeste centro الشرقية الغربية الشمالية الجنوبية northern southern eastern western new upper lower'.split(
    ' ',
  ),
);
