// What provinces end in, and what towns do, in Chinese, Japanese and Korean.
const PROVINCE = /[省県府都道도]$/u;
const UNIT = /^.{2,}?[省県县縣府都道市区區郡町村시도군구]/u;
const EAST_ASIAN = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u;

/**
 * What may be the town of an address that goes from the large to the small: of `大阪府大阪市北区中之島` the first unit,
 * `大阪府`, and the second, as the first is a province. None where the words are not all Chinese, Japanese or Korean.
 */
export function eastAsianUnits(words: readonly string[]): string[] {
  if (!words.every((word) => EAST_ASIAN.test(word))) return [];
  const [first, rest] = cut(words);
  if (first === undefined) return [];
  const [second] = PROVINCE.test(first) ? cut(rest) : [];
  return second === undefined ? [first] : [first, second];
}

function cut([word = '', ...others]: readonly string[]): [unit: string | undefined, rest: string[]] {
  const unit = UNIT.exec(word)?.[0];
  if (unit === undefined) return [undefined, others];
  return [unit, unit === word ? others : [word.slice(unit.length), ...others]];
}
