/** Returns the same text for texts that differ only in case: `STRASSE`, `Straße`; `ΟΔΟΣ`, `οδος`. */
export function foldCase(text: string): string {
  // Sigma has a special lower case form at the end of a Greek word.
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Combining marks, except for the iota, which is a letter in upper case. */
const ACCENTS = /[\u0300-\u0344\u0346-\u036f]/g;
/** Letters with a stroke, which no form of Unicode decomposes. */
const STROKES: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o' };

/**
 * Returns the same text for texts that differ only in case, accents and form: `Zoë`, composed or decomposed, `ZOE`; `Łuczak`,
 * `luczak`.
 */
export function foldText(text: string): string {
  // The capital sharp s has no upper case, the small one has.
  const plain = foldCase(text.normalize('NFKD').replace(ACCENTS, '').toLowerCase());
  return plain.replace(/[đłø]/g, (letter) => STROKES[letter] ?? letter);
}

const TEXT_BETWEEN =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}](?:.*[^\p{White_Space}\p{Default_Ignorable_Code_Point}])?/su;

/** Returns the text without white space and invisible characters at both ends. */
export function trimEnds(text: string): string {
  return TEXT_BETWEEN.exec(text)?.[0] ?? '';
}

/** Returns the text by which e-mails and codes are compared: trimmed, in NFC and lower case. */
export function foldKey(text: string): string {
  // Lower case can take a text out of NFC.
  return trimEnds(text).normalize('NFC').toLowerCase().normalize('NFC');
}
