import { FIRST_NAMES, NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import { type AddressSpans, isInside } from './address-spans.js';
import type { Mention } from './context.js';
import { ABBREVIATION, FOREIGN_NAME, holds, isCountry } from './name-index.js';
import { LARGE_PEOPLE } from './place-sizes.js';
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
    .filter(
      ({ isCode, isFirm, areas, span }) =>
        isFirm &&
        (!isCode || span.name.length === 3) &&
        areas.every((area) => isCountry(area) || area.code === ABBREVIATION),
    )
    .flatMap(({ areas }) => areas.filter(isCountry));
  if (countries.length === 0) return all;
  // The `Plateau` of Nigeria is not meant where another country is named.
  return all.map((mention) => {
    const held = mention.areas.filter((area) => countries.some((country) => holds(country, area)));
    return held.length > 0
      ? { ...mention, areas: held }
      : mention.areas.some(isCountry)
        ? mention
        : { ...mention, isFirm: false };
  });
}

function allMentions({ spans }: AddressSpans, isLoud: boolean): Mention[] {
  const named = spans.filter(({ areas }) => areas.length > 0);
  return named
    .filter(
      (span) =>
        !named.some(
          (other) =>
            isInside(span, other) && !other.isBare && !other.areas.every(({ code }) => code === ABBREVIATION),
        ),
    )
    .flatMap((span): Mention[] => {
      const { run, start, end, name, areas } = span;
      const isLast = end === run.words.length;
      const isWhole = start === 0 && isLast;
      const isLatin = /^[a-z]+$/.test(name);
      const isShort = isLatin && name.length <= 3;
      const isCapital = run.capitals.slice(start, end).every(Boolean) && !isLoud;
      const isStreetName = run.part === 'street' || run.part === 'district';
      const full = areas.filter(({ code }) => code !== ABBREVIATION && !(isShort && !isCapital && !isWhole));
      const codes = areas.filter(({ code }) => code === ABBREVIATION || isShort);
      if (
        QUARTER_WORDS.has(name) ||
        (!isWhole && NO_PLACE_WORDS.has(name) && (start === 0 || !FIRST_NAMES.has(name)))
      )
        return [];
      const hasHouse = isHouseNumber(run.after) && isLast;
      const mentions: Mention[] = [];
      const isCodePlace =
        isCapital || isWhole || (isLast && !(WEAK_CODES.has(name) && !isLoud)) || run.part === 'region';
      if (isShort) {
        if (isCodePlace && codes.length > 0)
          mentions.push({
            span,
            areas: codes,
            isCode: true,
            isFirm:
              !isStreetName &&
              !hasHouse &&
              (isCapital || isLoud) &&
              (isWhole || isLast) &&
              !WEAK_CODES.has(name) &&
              (name.length === 2 || codes.some(isCountry)),
          });
        return mentions;
      }
      const isInStreet = isStreetName && !(isLast && run.words.length > 2 && run.part === 'district');
      if (isInStreet && !full.some(isCountry)) return mentions;
      if ((DIRECTIONS.has(name) || DISTRICT_WORDS.has(name)) && !isWhole) return mentions;
      const all = areas;
      const isForeign = all.every(({ code }) => code === FOREIGN_NAME);
      // `Hotel Berlin`
      const isVenue =
        VENUE_WORDS.has(run.words[0] ?? '') &&
        span.places.some(({ own, people }) => own === 1 && people >= LARGE_PEOPLE);
      if (all.length > 0)
        mentions.push({
          span,
          areas: all,
          isCode: full.length === 0 && name.length <= 5,
          isFirm:
            !isStreetName && !hasHouse && (isWhole || (isLast && !isForeign && !isVenue)) && !span.isBare,
        });
      return mentions;
    });
}

const DIRECTIONS = new Set(
  'north south east west central centre nord sud est ouest norte sur oeste centro الشرقية الغربية الشمالية الجنوبية northern southern eastern western new upper lower'.split(
    ' ',
  ),
);
