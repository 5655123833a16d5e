/** What steers a terminal: control characters, what turns the direction of writing, and line breaks of other kinds. */
const STEERING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A text as it may be shown on a terminal or in a log: what would steer the terminal is written as `\u001b` and the like,
 * which in JSON is the same value. Line feeds stay.
 */
export function shownText(text: string): string {
  return text.replace(STEERING, (character) => (character === '\n' ? character : escaped(character)));
}

/** The same on one line: a line feed in data must not begin a line that looks like ours. */
export function shownLine(text: string): string {
  return text.replace(STEERING, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
