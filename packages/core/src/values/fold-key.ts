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
