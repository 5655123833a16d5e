/** The same text for texts that differ only in case: `STRASSE`, `Straße`; `ΟΔΟΣ`, `οδος`. */
export function foldCase(text: string): string {
  // Sigma has a special lower case form at the end of a Greek word.
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
