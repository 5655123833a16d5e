// Letters that cannot be split into a plain letter and a mark.
const PLAIN = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ħ', 'h'],
  ['ə', 'a'],
  ['ǝ', 'a'],
]);

// Words that are often, but not always, written out.
const SHORT = new Map([
  ['saint', 'st'],
  ['sankt', 'st'],
  ['sainte', 'ste'],
  ['mount', 'mt'],
  ['fort', 'ft'],
]);

// A nasal before a consonant of its place is also written as a dot above: `इन्दौर`, `इंदौर`. The dot below, and the moon, are often left out.
const DEVANAGARI_NASAL = /ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])|ँ/g;
const DEVANAGARI_DOT_BELOW = /\u093c/g;

/**
 * The form in which names are kept and looked up: lower case, without the marks of Latin, Greek, Cyrillic, Hebrew and Arabic
 * letters, words separated by one space. `Saint-Étienne` and `St. Etienne` are both `st etienne`, `D.C.` is `dc`, `&` is
 * `and`. Empty if there is neither letter nor digit. Folding twice changes nothing.
 */
export function fold(text: string): string {
  const words = hasMore(text) ? plain(text) : text.toLowerCase();
  // Most names are one plain word.
  if (/^[a-z]+$/.test(words)) return SHORT.get(words) ?? words;
  const apart = words.includes('.')
    ? words.replace(/(?<=[\p{L}\p{M}]{2})\.(?=\p{L}{2})|(?<=^\p{L}|\s\p{L})\.(?=\p{L}{3})/gu, ' ')
    : words;
  return apart
    .replace(/&/g, ' and ')
    .replace(/['.`´ʹʻʼʾʿ‘’\p{Cf}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => SHORT.get(word) ?? word)
    .join(' ');
}

function hasMore(text: string): boolean {
  return /[^ -~]/.test(text);
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}])\p{M}+/gu, '$1')
    .replace(/[ßøłæœđðþıħəǝ]/g, (letter) => PLAIN.get(letter) ?? letter)
    .replace(DEVANAGARI_DOT_BELOW, '')
    .replace(DEVANAGARI_NASAL, 'ं')
    .normalize('NFC');
}
