const ALPHABETS: readonly [form: RegExp, letters: string][] = [
  [/^[a-z][a-z ]{3,19}[a-z]$/, 'abcdefghijklmnopqrstuvwxyz '],
  [/^[а-яґєіїў][а-яґєіїў ]{3,19}[а-яґєіїў]$/, 'абвгґдеєжзиіїйклмнопрстуўфхцчшщъыьэюя '],
];
// In a shorter name another letter makes another name: `Bremer`, `Bremen`.
const EXCHANGED_CHARACTERS = 7;

/**
 * The names that a mistyped one can be: with one letter more or less, or two in the other order (`Phara`, too), or another letter. The first letter is never
 * another. None if the name is too short or too long to decide, or in letters of another script than Latin and Cyrillic.
 */
export function spellings(name: string): string[] {
  const letters = ALPHABETS.find(([form]) => form.test(name))?.[1];
  if (letters === undefined) return [];
  const names = new Set<string>();
  for (let at = 1; at <= name.length; at += 1) {
    const [before, after] = [name.slice(0, at), name.slice(at)];
    const [first = '', second = '', third = ''] = after;
    names.add(before + after.slice(1));
    names.add(before + second + first + after.slice(2));
    names.add(before + third + second + first + after.slice(3));
    for (const letter of letters) {
      names.add(before + letter + after);
      if (name.length >= EXCHANGED_CHARACTERS) names.add(before + letter + after.slice(1));
    }
  }
  names.delete(name);
  return [...names];
}
