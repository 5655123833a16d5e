/**
 * The settlement a municipality of OurAirports names, without brackets, what is in them, and what follows a comma
 * (decision 7): `Paris (Roissy-en-France, Val-d'Oise)` is `Paris`. Empty where nothing that could be a name is left.
 */
export function settlementName(municipality: string): string {
  const [name = ''] = withoutBrackets(municipality).split(',');
  const trimmed = name.replace(/\s+/g, ' ').trim().normalize('NFC');
  return /\p{L}/u.test(trimmed) ? trimmed : '';
}

/** A bracket that is never closed takes the rest of the text; one that was never opened is dropped alone. */
function withoutBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const character of text) {
    if ('(['.includes(character)) {
      depth += 1;
      // `Woodlark(Muyua)Island` is two words.
      outside += ' ';
    } else if (')]'.includes(character)) {
      depth = Math.max(0, depth - 1);
    } else if (depth === 0) {
      outside += character;
    }
  }
  return outside;
}
