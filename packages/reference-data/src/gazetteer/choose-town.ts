import {
  ABBREVIATION,
  FOREIGN_NAME,
  isCountry,
  isCounty,
  isQuarterOnly,
  LARGE_PEOPLE,
  liesIn,
  type NamedArea,
  type NamedPlace,
  type NameReader,
  type Reading,
  type Words,
} from './name-index.js';

// A region's name means its town, too, unless the region is this many times larger: Granada, but not Ontario. The ratio must
// be smaller for a smaller town elsewhere (Hanover, which is a parish of Jamaica), and for a town with the name of a country
// or a county.
const REGION_TO_TOWN = 40;
const REGION_TO_SMALL_TOWN = 5;
const COUNTRY_TO_TOWN = 5;
const COUNTY_TO_TOWN = 15;

// A namesake in a country with such postcodes is meant unless it is this many times smaller.
const NAMESAKE_TIMES = 50;
// And one in a country that writes the postcode first, where the other one's country does not.
const POSTCODE_TIMES = 10;

/**
 * The first of the places with a name that lies in one area of each reading: `NameReader.places` has them in order. A place
 * with the name of a country or a region must be meant.
 */
export function chooseTown(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
): NamedPlace | undefined {
  const places = reader.places(words);
  if (places.length === 0) return undefined;
  // `Perth PH1 5TJ` is not in Australia, and `84100 Orange` not in Orange County.
  const isAbroad = (area: NamedArea) =>
    (reader.hasLetters && reader.hasForeignPostcode(area.country)) ||
    (isCounty(area) && reader.isPostcodeBefore(area));
  const namesakes = reader
    .areasNamed(words)
    .filter((area) => area.code !== ABBREVIATION && !(around.length === 0 && isAbroad(area)));
  const towns = places.filter((place) => {
    if (around.length === 0 && isQuarterOnly(place)) return false;
    const held = around.map((reading) => reading.filter((area) => liesIn(place, area)));
    return held.every(({ length }) => length > 0) && isMeant(place, namesakes, held);
  });
  // `Milan, MI` is in Michigan, not in the province of Milan.
  const plain = around.map((reading) =>
    reading.filter((area) => !(area.code === ABBREVIATION && isCounty(area))),
  );
  const [first] = towns;
  const isOutside = (place: NamedPlace) =>
    reader.hasForeignPostcode(place.country) || reader.isPostcodeBefore(place);
  const times = first && reader.hasForeignPostcode(first.country) ? NAMESAKE_TIMES : POSTCODE_TIMES;
  const byPostcode =
    around.length === 0 && first && isOutside(first)
      ? towns.find((place) => place.own === 1 && place.people * times >= first.people && !isOutside(place))
      : undefined;
  if (byPostcode) return byPostcode;
  // `37002 Salamanca` is not the larger one in Mexico.
  const inProvince =
    around.length === 0
      ? places.find(
          (place) => place.own === 1 && place.country !== first?.country && reader.isInSpanishProvince(place),
        )
      : undefined;
  if (inProvince) return inProvince;
  return (
    towns.find((place) => plain.every((reading) => reading.some((area) => liesIn(place, area)))) ?? towns[0]
  );
}

/**
 * Whether a place is meant if countries or regions have the same name, which can themselves lie in the areas that the text
 * names. It is meant if it is a country's capital, a large town that is not dwarfed by the largest of them (`Granada`), or
 * lies in that one and is its seat or of some size (`Salzburg`). `Georgia`, `Ontario` and `Texas` do not mean a town.
 */
function isMeant(
  place: NamedPlace,
  namesakes: readonly NamedArea[],
  around: readonly (readonly NamedArea[])[],
): boolean {
  const isLarge = place.weight >= LARGE_PEOPLE;
  const [largest] = namesakes
    .filter((area) => !(isLarge && area.code === FOREIGN_NAME) && !(around.length > 0 && isCounty(area)))
    .filter((area) => around.every((held) => held.some((outer) => liesIn(area, outer))))
    .sort((one, other) => other.people - one.people);
  if (largest === undefined || place.seat === 2) return true;
  const times = largest.people / place.weight;
  if (liesIn(place, largest)) {
    return isCounty(largest) || times <= REGION_TO_TOWN || (place.seat === 1 && !isCountry(largest));
  }
  if (isCountry(largest)) return times <= COUNTRY_TO_TOWN;
  if (isLarge) return times <= REGION_TO_TOWN;
  return times <= (isCounty(largest) ? COUNTY_TO_TOWN : REGION_TO_SMALL_TOWN);
}
