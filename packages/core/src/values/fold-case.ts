/** The same text for texts that differ in case alone: `STRASSE`, `Straße`; `ΟΔΟΣ`, `οδος`. */
export function foldCase(text: string): string {
  // The last letter of a Greek word has a small form of its own.
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
