import type { GeoNamesPlace } from './geonames-place.ts';

const COUNTRIES = new Set(['BA', 'ME', 'RS']);
const LETTERS = new Map(
  'a а b б c ц č ч ć ћ d д đ ђ e е f ф g г h х i и j ј k к l л m м n н o о p п r р s с š ш t т u у v в z з ž ж lj љ nj њ dž џ'
    .split(' ')
    .flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1] ?? '']] : [])) as [string, string][],
);
const LATIN = /lj|nj|dž|[a-zčćđšž]/g;

/** A town's name in Cyrillic letters, where addresses are written with them and GeoNames often has only Latin ones: `Зрењанин` (Pravopis srpskoga jezika). */
export function inSerbianCyrillic({ country, name }: GeoNamesPlace): string[] {
  const lower = name.toLowerCase();
  return COUNTRIES.has(country) && /^[a-zčćđšž ]+$/.test(lower)
    ? [lower.replace(LATIN, (letter) => LETTERS.get(letter) ?? letter)]
    : [];
}
