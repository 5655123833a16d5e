/**
 * Characters that control a terminal or are invisible: control and format characters, other line breaks, lone surrogates, ignorable
 * characters (such as variation selectors), and other spaces. Two texts that differ only in these would look the same.
 */
const UNSEEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Emoji that joiners combine, as Unicode recommends them, such as a family: their joiners are visible. */
// biome-ignore lint/complexity/useRegexLiterals: the compiler knows the flag only for a newer target
const JOINED_EMOJI = new RegExp(String.raw`(\p{RGI_Emoji_ZWJ_Sequence})`, 'v');

/**
 * Makes a text safe for a terminal or a log: invisible characters are escapes such as `\u001b`, which in JSON are the same value.
 * Line feeds stay.
 */
export function shownText(text: string): string {
  return written(text, (character) => (character === '\n' ? character : escaped(character)));
}

/** Makes a text safe on one line, so that a line feed in data cannot forge a line of our output. */
export function shownLine(text: string): string {
  return written(text, escaped);
}

function written(text: string, write: (character: string) => string): string {
  if (!text.includes('\u200d')) return text.replace(UNSEEN, write);
  // Every second part is such an emoji.
  const parts = text.split(JOINED_EMOJI);
  return parts.map((part, n) => (n % 2 === 1 ? part : part.replace(UNSEEN, write))).join('');
}

/** A character above U+FFFF is two escapes, as in JSON. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, n) => character.charCodeAt(n));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
