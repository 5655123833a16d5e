import { NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import { AIRPORT, airportNames } from './airport-words.js';
import { isKindAlone } from './area-kinds.js';
import { chooseTown } from './choose-town.js';
import { eastAsianTown, isEastAsian } from './east-asian-town.js';
import { fold } from './fold.js';
import {
  ABBREVIATION,
  agreeing,
  isCountry,
  isQuarterOnly,
  LARGE_PEOPLE,
  liesIn,
  type NamedPlace,
  type NameReader,
  type Reading,
  VERY_LARGE_PEOPLE,
} from './name-index.js';
import { TRADE_DISTRICT } from './part-words.js';
import type { AddressRun } from './split-address.js';
import { isStreet } from './street-words.js';
import { nameAndAreas, withBeside } from './town-readings.js';

/**
 * The parts of an address, where what the words alone say is weighed against the names of places: a name that only looks like a
 * street is a name (`Chester-le-Street`), and what follows a town that is certain is a part of it (`1070 Wien, Neubau`).
 */
export function placeParts(runs: readonly AddressRun[], reader: NameReader): AddressRun[] {
  const plain = runs.map((run) => withPart(withoutPostcodeLetters(run, reader), reader));
  const marked = plain.map((run) => withFullName(run, plain, reader));
  const isAddress = marked.some(({ part }) => part === 'street' || part === 'unit' || part === 'contact');
  const named = marked.map((run, at) => {
    const next = marked[at + 1];
    const code = run.part === 'name' && next?.part === 'code' ? next.words[0] : undefined;
    return { ...run, ...(isAddress && { isInAddress: true }), ...(code && { code }) };
  });
  const airport = named.map((run) => townOfAirport(run, reader)).find((town) => town !== undefined);
  return named.map((run, at) => {
    if (run.part === 'name' && LETTERS.test(run.words.join(' ')) && runs.length > 1) {
      // `I` of `u. 10. I/3`
      const isPlace = reader.areasNamed(run.words).length > 0 || reader.places(run.words).length > 0;
      return isPlace && !isHouseNumber(run.before) ? run : { ...run, part: 'unit' };
    }
    const before = named.slice(0, at);
    // `Berlin Brandenburg Airport (BER)`: `BER` is an area, too.
    if ((run.part === 'code' || run.isCode) && before.some(({ words }) => airportNames(words).length > 0))
      return { ...run, part: 'code', isAirport: true };
    const canBeRegion = run.part === 'name' || run.part === 'region';
    if (airport && canBeRegion && isRegionBeside(airport, run, reader)) return { ...run, part: 'unit' };
    if ((run.part !== 'name' && run.part !== 'town') || at === 0) return run;
    // `Zürich Flughafen, Ankunft 2`, and `Ebene 3`, which is also a town in Mauritius
    const isOfVenue =
      before.some(({ words }) => isVenue(words)) &&
      placesOf(run, reader).every(({ country }) => airport !== undefined && country !== airport.country) &&
      !reader.areasIn(run.words);
    if (run.isInBrackets && run.part === 'name' && isLargeRegion(run, reader))
      return { ...run, part: 'region' };
    // `Tegucigalpa, Honduras (call center, first floor)`
    const isNote = run.isInBrackets && placesOf(run, reader).length === 0 && !reader.areasIn(run.words);
    if (isOfVenue || isNote) return { ...run, part: 'unit' };
    const areas = named
      .slice(at + 1)
      .flatMap((each) => (isHouseNumber(each.after) ? [] : reader.areasNamed(each.words)));
    const isUnknown =
      !placesOf(run, reader).some(
        (place) => areas.length === 0 || areas.some((area) => liesIn(place, area)),
      ) && !isFirstInEastAsian(run, before, reader);
    // `کابل، شهر نو، افغانستان`: a part of a town that is only called a town
    const isPartOfTown = run.part === 'town' && isUnknown && reader.places(run.name).length === 0;
    if (isPartOfTown && before.some((each) => largeTown(each, reader))) return { ...run, part: 'district' };
    // `کابل، شهر نو`, which is also a town of Tajikistan
    const isAbroad = (town: NamedPlace | undefined) =>
      town !== undefined &&
      town.people >= VERY_LARGE_PEOPLE &&
      reader
        .places(run.words)
        .every(({ country, people }) => country !== town.country && people < town.people);
    if (run.part === 'town' && areas.length === 0 && before.some((each) => isAbroad(largeTown(each, reader))))
      return { ...run, part: 'district' };
    if (run.part === 'town') return run;
    // `1700 Fribourg / Freiburg`
    if (before.some((each) => isCertainTown(each, reader) && isSecondName(each, run, reader)))
      return { ...run, part: 'unit' };
    const large = before.filter((each) => largeTown(each, reader));
    // `O'Higgins 680` after `Concepción`
    const isNumberedArea = isHouseNumber(run.after) && !reader.areasNamed(run.words).some(isCountry);
    if (isNumberedArea && large.length > 0 && reader.areasNamed(run.words).length > 0)
      return { ...run, part: 'street' };
    // `Gombe` is a state of Nigeria, but not in `Kinshasa/Gombe, RDC`.
    const isArea = reader
      .areasIn(run.words)
      ?.every((reading) => agreeing(reading, [areas]).length > 0 || areas.length === 0);
    if (isArea) return run;
    const [place] = placesOf(run, reader);
    const isNumbered = isHouseNumber(run.after) || isHouseNumber(run.before);
    const isInLarger = before.some(
      (each) => isCertainTown(each, reader) || isLargerIn(largeTown(each, reader), place),
    );
    // `Hai Phong, 12 Dien Bien Phu`
    if (!isUnknown && largeTown(run, reader) && !(isNumbered && isInLarger)) return run;
    if (before.some((each) => isCertainTown(each, reader))) return { ...run, part: 'district' };
    if (isUnknown && before.some((each) => isBeforeBuilding(each, run, reader)))
      return { ...run, part: 'district' };
    // `ЦАО` in `Москва, ЦАО, ул. Петровка, 10`, but not `Narnia` in `London, Narnia`
    if (
      isUnknown &&
      isAddress &&
      before.some((each) => (largeTown(each, reader)?.people ?? 0) >= VERY_LARGE_PEOPLE)
    )
      return { ...run, part: 'district' };
    const canBeArea = isNameOfCountry(run, runs);
    if (
      isUnknown &&
      before.some((each, index) => isOnlyTown(each, named.slice(index + 1), canBeArea, reader))
    )
      return { ...run, part: 'district' };
    // `Mangaluru, D.K. 575002`
    const isInitials = run.short !== undefined && INITIALS.test(run.words.join(' '));
    if (isInitials && isUnknown && before.some((each) => largeTown(each, reader)))
      return { ...run, part: 'unit' };
    const namesTown = (each: AddressRun) =>
      largeTown(each, reader) || nameAndAreas(each.words, [], reader)?.own;
    if (isNoPlaceWord(run) && before.some(namesTown)) return { ...run, part: 'unit' };
    // `Manchester CT` is in Connecticut.
    if (isUnknown && isStreet(run.words) && !nameAndAreas(run.words, [], reader))
      return { ...run, part: 'street' };
    // `Praha 4 – Chodov`, but not `Londres 40, Coyoacán`
    const isDistrict = ({ words, after }: AddressRun) =>
      isOfDistrict(after) && (!place || reader.places(words)[0]?.country === place.country);
    if (large.some(isDistrict)) return { ...run, part: 'district' };
    // `N.Y.C., Broadway 1501`: no country of a Broadway has such postcodes.
    const isHouse =
      isNumbered || (run.after.length === LONG_HOUSE_DIGITS && !reader.isPostcodeOf(place, run.after));
    return large.length > 0 && isHouse ? { ...run, part: 'street' } : run;
  });
}

/** Whether words say that they name an airport or a station. */
function isVenue(words: readonly string[]): boolean {
  return airportNames(words).length > 0 || words.some((word) => STATIONS.has(word));
}

const STATIONS = new Set('station hbf hauptbahnhof bahnhof gare estacion estacao stazione вокзал'.split(' '));

/** `Chicoutimi (Québec)`: an area in brackets that is so much larger than the town of its name is not that town. */
function isLargeRegion({ words }: AddressRun, reader: NameReader): boolean {
  const [town] = reader.places(words);
  const areas = reader.areasNamed(words).filter(({ code }) => code === 0);
  return (
    town !== undefined &&
    areas.some((area) => liesIn(town, area) && area.people >= REGION_TIMES * town.people)
  );
}

const REGION_TIMES = 10;

/** The town that an airport with this name serves. */
function townOfAirport({ part, words }: AddressRun, reader: NameReader): NamedPlace | undefined {
  if (part !== 'name') return undefined;
  const names = airportNames(words).map((name) => [...name, AIRPORT]);
  const all = words.at(-1) === AIRPORT ? [words, ...names] : names;
  return all.map((name) => chooseTown(name, [], reader)).find((town) => town !== undefined);
}

/** `Аэропорт Шереметьево, Московская область`, `JFK Airport, Queens NY`: an airport can lie outside the region of the town that it serves. */
function isRegionBeside(town: NamedPlace, { words, before, after }: AddressRun, reader: NameReader): boolean {
  const areas = (before === '' && after === '' && reader.areasIn(words)) || [];
  return (
    areas.every((reading) => reading.some((area) => area.country === town.country && !isCountry(area))) &&
    areas.some((reading) => !reading.some((area) => liesIn(town, area)))
  );
}

/** `Bermuda` of `Bermuda HM 11`: a country, and the letters of its postcode. */
function withoutPostcodeLetters(run: AddressRun, reader: NameReader): AddressRun {
  const { words, after } = run;
  const isCode = words.length > 1 && isHouseNumber(after) && (words.at(-1) ?? '').length <= MAX_CODE_LETTERS;
  const country = words.slice(0, -1);
  if (!isCode || reader.areasNamed(words).length > 0 || !reader.areasNamed(country).some(isCountry))
    return run;
  return { ...run, part: 'name', words: country, name: country, after: '' };
}

const MAX_CODE_LETTERS = 3;

/** `Chester-le-Street` is a name, and `Kingdom of` alone only says of what kind an area is. */
function withPart(run: AddressRun, reader: NameReader): AddressRun {
  const { part, words } = run;
  const isPlace = reader.places(words).some(({ section }) => section === 0);
  // `Av. Cevallos 820 y Montalvo`, `hose 250 bar`
  const isAfterNumber = run.before !== '' && !isPlace && CROSSING.has(words[0] ?? '');
  if (part === 'name' && isAfterNumber) return { ...run, part: 'street' };
  if (part === 'name' && run.before !== '' && MEASURES.has(words.join(' '))) return { ...run, part: 'unit' };
  if (part === 'name') return !isPlace && isKindAlone(words) ? { ...run, part: 'region' } : run;
  if (TRADE_DISTRICT.has(words.join(' '))) return run;
  // `Calle Real 15`
  const isNumberedStreet = part === 'street' && isHouseNumber(run.after) && !isTown(words, reader);
  if (isNumberedStreet) return run;
  const isMarked = part === 'street' || part === 'district' || part === 'region';
  return isMarked && isPlace && words.length > 1 ? { ...run, part: 'name', name: words } : run;
}

// Before the second street of a corner.
const CROSSING = new Set(['y', 'e', 'esq', 'entre']);
// After an amount. Some are towns, too.
const MEASURES = new Set(
  'bar mm cm kg g t pcs pc st stk box boxes psi l ml kw kva v w a hz rpm nm inch ft lb lbs oz m sets units'.split(
    ' ',
  ),
);

// Words that are often short without a dot.
const SHORT_WORDS = new Set('н в с s sta sto n b k cd cdad pto pta gral stgo'.split(' ').map(fold));
const MAX_SHORT_WORDS = 5;
const SHORT_PEOPLE = 10_000;

/** `Pta. del Este` with its name written out, if the words name nothing. A word for a street can be a short one: `R. de Janeiro`. */
function withFullName(run: AddressRun, runs: readonly AddressRun[], reader: NameReader): AddressRun {
  const isShort = (word: string) => run.short?.has(word) || SHORT_WORDS.has(word);
  const others = runs.filter((each) => each !== run && (each.part === 'name' || each.part === 'region'));
  const beside = run.part === 'street' ? withBeside(run.words) : undefined;
  const isShortStreet =
    run.part === 'street' &&
    // `Neustadt a. d. Weinstraße`
    (run.short?.has(run.words[0] ?? '') || (beside && reader.places(beside).length > 0)) &&
    runs.every((each) => each === run || reader.places(each.name).length === 0);
  if (run.part !== 'name' && run.part !== 'town' && !isShortStreet) return run;
  // `Av. Brigadeiro Faria Lima, 1578`
  if (
    isHouseNumber(run.before) ||
    (run.after !== '' && run.after.length < POSTCODE_DIGITS) ||
    isStreet(run.words)
  )
    return run;
  const name = isShortStreet ? run.words : run.name;
  const begun = run.part === 'name' ? begunName(run, others, reader) : undefined;
  if (begun) return { ...run, full: begun };
  if (name.length < 2 || !name.some(isShort)) return run;
  // `Sgo. del Estero` is a region, and its town.
  const isAbbreviation = reader.areasNamed(run.words).some(({ code }) => code === ABBREVIATION);
  if (isAbbreviation || reader.places(run.words).length > 0) return run;
  // `Vancouver B.C.`
  if (nameAndAreas(name, [], reader)) return run;
  for (let end = name.length; end > 1; end -= 1) {
    const words = name.slice(0, end);
    const areas = name.slice(end);
    const within = areas.length === 0 ? [] : reader.areasIn(areas);
    if (!within || words.length > MAX_SHORT_WORDS || (areas.length > 0 && isNamed(words, reader))) continue;
    const around = [...within, ...others.flatMap((each) => reader.areasIn(each.words) ?? [])];
    const full = fullName(words, new Set(words.filter(isShort)), around, reader);
    if (full) return { ...run, part: isShortStreet ? 'name' : run.part, full: [...full, ...areas] };
  }
  return run;
}

const BEGINNING = /^[a-z]{3,5}$/;

/** The large town in a region that a word begins: `Hyd, Telangana`, `Balt., MD`. */
function begunName(
  { words, before }: AddressRun,
  others: readonly AddressRun[],
  reader: NameReader,
): readonly string[] | undefined {
  const [word = ''] = words;
  if (
    words.length > 1 ||
    !BEGINNING.test(word) ||
    before !== '' ||
    isNamed(words, reader) ||
    NO_PLACE_WORDS.has(word)
  )
    return undefined;
  const around = others.flatMap((each) => reader.areasIn(each.words) ?? []);
  const regions = around.flat().filter((area) => !isCountry(area));
  if (regions.length === 0) return undefined;
  const name = reader
    .begunWith(word)
    .find((each) =>
      reader
        .places([each])
        .some(
          (place) =>
            place.own === 1 &&
            place.people >= LARGE_PEOPLE &&
            regions.some((area) => liesIn(place, area)) &&
            around.every((reading) => reading.some((area) => liesIn(place, area))),
        ),
    );
  return name === undefined ? undefined : [name];
}

function isNamed(words: readonly string[], reader: NameReader): boolean {
  return reader.places(words).length > 0 || reader.areasNamed(words).length > 0;
}

/** The name of a town that lies in one of the areas, or is large enough to be meant by a short name. */
function fullName(
  words: readonly string[],
  short: ReadonlySet<string>,
  areas: readonly Reading[],
  reader: NameReader,
): readonly string[] | undefined {
  const beside = withBeside(words);
  if (beside && isNamed(beside, reader)) return beside;
  if (short.size === 0) return undefined;
  const least = short.has(words[0] ?? '') ? SHORT_PEOPLE : 0;
  return reader
    .writtenOut(words, short)
    .find((name) =>
      reader
        .places(name)
        .some(
          (place) =>
            !place.section &&
            (place.people >= (place.own ? least : LARGE_PEOPLE) ||
              (place.own && areas.flat().some((area) => liesIn(place, area)))),
        ),
    );
}

/** The places with the name that a part has, or is short for; not the town of a quarter. */
function placesOf({ words, full }: AddressRun, reader: NameReader): readonly NamedPlace[] {
  return reader.places(full ?? words).filter((place) => !isQuarterOnly(place));
}

function isTown(words: readonly string[], reader: NameReader): boolean {
  return reader.places(words).some(({ section, own, people }) => !section && own && people >= TOWN_PEOPLE);
}

const HOUSE_DIGITS = 3;
const LONG_HOUSE_DIGITS = 4;
const POSTCODE_DIGITS = 5;
const POSTCODE_BEFORE_DIGITS = 4;

/** `4` of `Praha 4`, `18` of `Lima 18`. */
function isOfDistrict(digits: string): boolean {
  return digits.length === 1 || digits.length === 2;
}

function isHouseNumber(digits: string): boolean {
  return digits !== '' && digits.length <= HOUSE_DIGITS;
}

/** Whether a part is a town beyond doubt: its words say so, or a postcode next to it does. */
export function isCertainTown(run: AddressRun, reader: NameReader): boolean {
  if (run.part === 'town') return true;
  if (run.part !== 'name') return false;
  // GeoNames has names of its own in Latin letters only: `Охрид 6000`
  const isLocal = !/[a-z]/.test(run.words.join());
  const hasPostcode =
    run.before.length >= POSTCODE_BEFORE_DIGITS ||
    run.after.length >= (isLocal ? POSTCODE_BEFORE_DIGITS : POSTCODE_DIGITS);
  return (
    hasPostcode &&
    placesOf(run, reader).some(
      ({ section, own, people }) => !section && (own || people >= (isLocal ? TOWN_PEOPLE : LARGE_PEOPLE)),
    )
  );
}

function isLargerIn(large: NamedPlace | undefined, place: NamedPlace | undefined): boolean {
  return large !== undefined && large.country === place?.country && large.people > place.people;
}

/** Whether a part is another name of the town of one before it, and first that of a larger one elsewhere. */
function isSecondName(before: AddressRun, { words }: AddressRun, reader: NameReader): boolean {
  const [largest, ...others] = reader.places(words);
  const [town] = reader.places(before.words);
  return town !== undefined && largest?.country !== town.country && others.some(({ id }) => id === town.id);
}

/** `Office` in `Oslo, Office`. */
function isNoPlaceWord({ words }: AddressRun): boolean {
  return NO_PLACE_WORDS.has(words.join(' '));
}

/** `Narnia` in `Lisbon, Narnia` can be meant as a country or a region, so that the town could be another one. */
function isNameOfCountry({ words }: AddressRun, runs: readonly AddressRun[]): boolean {
  return runs.length === 2 && words.length === 1 && /^[a-z]{4,}$/.test(words[0] ?? '');
}

/** `渋谷クロスタワー` after `東京都渋谷区渋谷2-15-1`: what follows is smaller. */
function isBeforeBuilding(before: AddressRun, run: AddressRun, reader: NameReader): boolean {
  return (
    isEastAsian(run.words) &&
    isEastAsian(before.words) &&
    eastAsianTown(before.words, [], reader) !== undefined
  );
}

/** `上海市浦东新区` after `Li Wei`, which is also another name of a town in Canada. */
function isFirstInEastAsian(
  { words }: AddressRun,
  before: readonly AddressRun[],
  reader: NameReader,
): boolean {
  return (
    isEastAsian(words) &&
    !before.some((each) => isEastAsian(each.words) && eastAsianTown(each.words, [], reader)) &&
    eastAsianTown(words, [], reader) !== undefined
  );
}

const INITIALS = /^[a-z]{2,3}$/;
const LETTERS = /^(?:[a-z]|[ivx]{1,4})$/;
const TOWN_PEOPLE = 15_000;
const NAMESAKE_PEOPLE = 1_000;

/**
 * Whether a part can only mean one town: no other country has one of its name (`Padova, Zona Industriale`, but not `London, Narnia`), or
 * a part after it is an area that it lies in. If the next part can be an area, it is a large town without any namesake (`Nairobi, Westlands`).
 */
function isOnlyTown(
  run: AddressRun,
  after: readonly AddressRun[],
  canBeArea: boolean,
  reader: NameReader,
): boolean {
  if (run.part !== 'name' || reader.areas(run.words).some(isCountry)) return false;
  const isWhole = run.head === undefined || reader.places(run.words).length > 0;
  const [town, ...namesakes] = reader
    .places(isWhole ? run.words : [run.head])
    .filter(({ section, people }) => !section && people >= NAMESAKE_PEOPLE);
  if (!town || town.people < TOWN_PEOPLE) return false;
  if (canBeArea) return town.own === 1 && town.people >= LARGE_PEOPLE && namesakes.every(({ own }) => !own);
  const areas = after.flatMap(({ words }) => reader.areasNamed(words));
  if ([town, ...namesakes].some((place) => areas.some((area) => liesIn(place, area)))) return true;
  return town.own === 1
    ? namesakes.every(({ own, country }) => !own || country === town.country)
    : namesakes.length === 0 && (town.people >= LARGE_PEOPLE || !/[a-z]/.test(run.words.join()));
}

/** The large town that a part names without a word for something else. */
function largeTown(run: AddressRun, reader: NameReader): NamedPlace | undefined {
  if (run.part !== 'name' && run.part !== 'town') return undefined;
  // By another name it must be larger, unless that is long.
  const least = run.words.length > 2 ? LARGE_PEOPLE : VERY_LARGE_PEOPLE;
  return placesOf(run, reader).find(
    ({ section, people, weight }) => !section && (weight >= LARGE_PEOPLE || people >= least),
  );
}
