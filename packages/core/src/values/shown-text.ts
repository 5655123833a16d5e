/**
 * Characters that control a terminal: control characters, changes of the writing direction, and other kinds of line breaks.
 */
const STEERING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A text that is safe on a terminal or in a log: control characters are written as escapes such as `\u001b`, which in JSON
 * is the same value. Line feeds stay.
 */
export function shownText(text: string): string {
  return text.replace(STEERING, (character) => (character === '\n' ? character : escaped(character)));
}

/** The same on one line, so that a line feed in data cannot forge a line of our output. */
export function shownLine(text: string): string {
  return text.replace(STEERING, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
