import { chooseTown } from './choose-town.js';
import { first } from './first.js';
import {
  agreeing,
  isCountry,
  isCounty,
  LARGE_PEOPLE,
  type NamedPlace,
  type NameReader,
  type Reading,
  type Words,
} from './name-index.js';

// The endings of provinces and of towns in Chinese, Japanese and Korean.
const PROVINCE = /(?:[省県府都道도]|自治区|自治區|특별시|광역시|특별자치시)$/u;
const UNIT = /^.{2,}?(?:자치시|광역시|특별시|自治[区區]|[省県县縣府都道市区區郡町村시도군구])/u;
const TOWN = /[市시군県县縣町]$/u;
const EAST_ASIAN = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u;
// A country with so much of its people in a town is that town: `香港中環`.
const CITY_SHARE = 0.4;
const COUNTRY_LENGTHS = [2, 3, 4, 7];
const NAME_LENGTHS = [4, 3, 2];

/** Whether words are in the characters of addresses that go from the large to the small. */
export function isEastAsian(words: Words): boolean {
  return words.every((word) => EAST_ASIAN.test(word));
}

/**
 * The town of an address that goes from the large to the small: a country, a province and a town, of which the first two can
 * be missing (`中国北京市`, `神奈川県横浜市西区`), or only a town's name before a quarter (`香港中環`).
 */
export function eastAsianTown(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
): NamedPlace | undefined {
  if (!isEastAsian(words)) return undefined;
  const [country, rest] = cutCountry(words, reader);
  const within = country ? [...around, country] : around;
  const state =
    country && chooseTown([words.join('').slice(0, words.join('').indexOf(rest.join('')))], within, reader);
  if (state && country.some((area) => area.id === state.country && state.people >= CITY_SHARE * area.people))
    return state;
  return (
    inUnits(rest, within, reader) ??
    named(rest, within, reader) ??
    inRegion(rest, within, reader) ??
    inUnits(words, around, reader)
  );
}

/** `浙江杭州西湖区`, `전북 전주시`: the names of a province and of a town in it, the province without its ending. */
function inRegion(
  [word = '', ...others]: Words,
  around: readonly Reading[],
  reader: NameReader,
): NamedPlace | undefined {
  for (const length of NAME_LENGTHS.filter((each) => each <= word.length)) {
    const regions = agreeing(
      reader.areasNamed([word.slice(0, length)]).filter((area) => !isCounty(area)),
      around,
    );
    const rest = length === word.length ? others : [word.slice(length), ...others];
    const within = [...around, regions];
    const town =
      regions.length > 0 ? (inUnits(rest, within, reader) ?? named(rest, within, reader)) : undefined;
    if (town) return town;
  }
  return undefined;
}

/** The first unit, or the second where the first is a province: `東京都八王子市` is Hachiōji. */
function inUnits(words: Words, around: readonly Reading[], reader: NameReader): NamedPlace | undefined {
  const [unit, rest] = cutUnit(words);
  if (unit === undefined) return undefined;
  const whole = chooseTown([unit], around, reader);
  if (!PROVINCE.test(unit) && !rest.some((word) => TOWN.test(UNIT.exec(word)?.[0] ?? ''))) return whole;
  const areas = reader.areasNamed([unit]);
  const [second] = cutUnit(rest);
  const inner =
    second !== undefined && TOWN.test(second)
      ? first([second, second.slice(0, -1)], (name) =>
          chooseTown([name], areas.length > 0 ? [...around, areas] : around, reader),
        )
      : undefined;
  return inner && !inner.section ? inner : whole;
}

/** `香港中環`, and `서울 강남구`. */
function named([word = '']: Words, around: readonly Reading[], reader: NameReader): NamedPlace | undefined {
  for (const length of [word.length, ...NAME_LENGTHS.filter((each) => each < word.length)]) {
    const town = chooseTown([word.slice(0, length)], around, reader);
    // `山田太郎` is no place in the village of Yamada.
    const isLarge =
      town !== undefined && (length === word.length || town.people >= LARGE_PEOPLE || town.seat > 0);
    // Kowloon is a part of Hong Kong, and the seat of one.
    if (town && isLarge && (!town.section || town.seat > 0)) return town;
  }
  return undefined;
}

function cutCountry(words: Words, reader: NameReader): [country: Reading | undefined, rest: Words] {
  const [word = '', ...others] = words;
  for (const length of COUNTRY_LENGTHS.filter((each) => each <= word.length)) {
    const countries = reader.areasNamed([word.slice(0, length)]).filter(isCountry);
    const rest = length === word.length ? others : [word.slice(length), ...others];
    if (countries.length > 0 && rest.length > 0) return [countries, rest];
  }
  return [undefined, words];
}

function cutUnit([word = '', ...others]: Words): [unit: string | undefined, rest: Words] {
  const unit = UNIT.exec(word)?.[0];
  if (unit === undefined) return [undefined, others];
  return [unit, unit === word ? others : [word.slice(unit.length), ...others]];
}
