import { withoutBrackets } from '../../dist/gazetteer/written-name.js';

// `Genova (GE)` has the province in brackets.
const ABBREVIATION = /^\p{Lu}{1,3}$/u;
const KIND = /\s+(?:islands?|atoll|city|town)$/iu;
const PARTS = /[/,;]|\s[-–—]\s/u;
const HYPHENS = /[-–—]/u;

/**
 * The settlement that a municipality of OurAirports names: without brackets and their content, and cut at a comma or a
 * stroke. `Paris (Roissy-en-France, Val-d'Oise)` is `Paris`. Empty if no name is left.
 */
export function settlementName(municipality: string): string {
  return partsOf(withoutBrackets(municipality))[0] ?? '';
}

/**
 * The settlements that a municipality can name, the likeliest first: those outside of brackets (`Ingliston` and `Edinburgh`
 * of `Ingliston, Edinburgh`), those in them (`Mascot` of `Sydney (Mascot)`), and parts of both (`Chios` of `Chios Island`,
 * `Dallas` of `Dallas-Fort Worth`). A later kind is used if no name of the earlier kinds is that of a town.
 */
export function settlementNames(municipality: string): string[][] {
  const outside = partsOf(withoutBrackets(municipality));
  const inside = [...municipality.matchAll(/[([]([^()[\]]*)[)\]]/g)].flatMap(([, inner = '']) =>
    partsOf(inner).filter((part) => !ABBREVIATION.test(part)),
  );
  const parts = [...outside, ...inside].flatMap((name) =>
    [name.replace(KIND, ''), ...name.split(HYPHENS).map(oneLine)].filter((part) => part !== name),
  );
  return [outside, inside, parts.filter(isName)];
}

function partsOf(text: string): string[] {
  return text.split(PARTS).map(oneLine).filter(isName);
}

function isName(text: string): boolean {
  return /\p{L}/u.test(text);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().normalize('NFC');
}
