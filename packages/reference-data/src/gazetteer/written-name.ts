const LATIN = /^[\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]+$/u;
const SEVERAL = /[/,;]/;

/**
 * A town's name as every answer writes it: GeoNames' own name, which is English if there is an English name
 * (`Munich`), and otherwise local in Latin letters. Brackets and their content are cut. Of several names one is taken: the
 * first of `Biel/Bienne`, but the last of `Donostia / San Sebastián`, because the first is not the English one. If the name
 * is not in Latin letters, it is GeoNames' name in ASCII.
 */
export function writtenTownName(name: string, ascii = ''): string {
  const names = withoutBrackets(name)
    .split(/\s\/\s/)
    .map(oneLine);
  const last = names.findLast((each) => each !== '') ?? name;
  const [first = last] = last
    .split(SEVERAL)
    .map(oneLine)
    .filter((each) => each !== '');
  return LATIN.test(first) || ascii === '' ? first : writtenTownName(ascii);
}

/** A region's name as every answer writes it: GeoNames' own name, without brackets and their content. */
export function writtenRegionName(name: string): string {
  return oneLine(withoutBrackets(name)) || oneLine(name);
}

/** A bracket that is never closed cuts the rest of the text; one that was never opened is only dropped itself. */
export function withoutBrackets(text: string): string {
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().normalize('NFC');
}
