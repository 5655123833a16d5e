import type { GeoNamesPlace } from './geonames-place.ts';
import { namesOfKind } from './names.ts';

const LOCAL_NAMES = namesOfKind('local');

const CYRILLIC_COUNTRIES = new Set(['BA', 'ME', 'RS']);
const LETTERS = new Map(
  'a а b б c ц č ч ć ћ d д đ ђ e е f ф g г h х i и j ј k к l л m м n н o о p п r р s с š ш t т u у v в z з ž ж lj љ nj њ dž џ'
    .split(' ')
    .flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? '']] : [])) as [string, string][],
);
const LATIN = /lj|nj|dž|[a-zčćđšž]/g;
const BURMESE_TOWN = /မြို့$/u;
const KHMER_TOWN = /^ក្រុង/u;

/**
 * Further names of a town in the script of its country: those of the table; in Serbia and beside it GeoNames' name in Cyrillic letters (Pravopis
 * srpskoga jezika), `Зрењанин`; and Burmese and Khmer ones without the word for a town.
 */
export function localNames({ country, name, alternates }: GeoNamesPlace): readonly string[] {
  const names = [...(LOCAL_NAMES.get(`${country} ${name}`) ?? [])];
  const lower = name.toLowerCase();
  if (CYRILLIC_COUNTRIES.has(country) && /^[a-zčćđšž ]+$/.test(lower))
    names.push(lower.replace(LATIN, (letter) => LETTERS.get(letter) ?? letter));
  for (const [place, word] of [
    ['MM', BURMESE_TOWN],
    ['KH', KHMER_TOWN],
  ] as const)
    if (country === place)
      names.push(...alternates.filter((each) => word.test(each)).map((each) => each.replace(word, '')));
  return names;
}
