import { err, ok, type Result } from '@ops-admin/core';
import { nearestName } from '@ops-admin/core/operations';

/** A column of a file, and the headers that people have for it. */
export interface Column {
  /**
   * The headers that mean it, the better ones first: a file that has one of the first group is read by that, whatever it has of
   * the others. Case, spaces, and signs such as `-` and `_` do not matter: `email` is `E-Mail`, too.
   */
  readonly names: readonly (readonly string[])[];
  /** Whether an empty cell gives way to the filled one of a later group. */
  readonly givesWay?: boolean;
}

/** The headers of e-mails. */
export const EMAIL_HEADERS: readonly string[] = [
  'email',
  'email address',
  'mail',
  'work email',
  'work email address',
  'employee email',
];

export type Columns = Readonly<Record<string, Column>>;

/** The header of a file, as it is understood. */
export interface Header {
  /** The columns that it has, and what they are called there. */
  readonly found: ReadonlyMap<string, string>;
  /** The other ones, as written. */
  readonly unknown: readonly string[];
  /** Where each column can be in a row, the best place first. */
  readonly at: readonly (readonly [name: string, places: readonly number[]])[];
  readonly width: number;
}

/** A problem of a header, or of one of its cells. */
export interface HeaderProblem {
  readonly message: string;
  readonly cell?: string;
}

export function matchHeader(written: readonly string[], columns: Columns): Result<Header, HeaderProblem> {
  const header = written.map((name) => name.trim());
  const at: [string, readonly number[]][] = [];
  const known = new Set<number>();
  const missing: string[] = [];
  for (const [name, { givesWay = false, names }] of Object.entries(columns)) {
    const hits = names
      .map((group) => {
        const meant = new Set(group.map(plain));
        return header.flatMap((one, place) => (meant.has(plain(one)) ? [place] : []));
      })
      .filter((group) => group.length > 0);
    for (const place of hits.flat()) known.add(place);
    const [place, other] = hits[0] ?? [];
    if (place === undefined) {
      missing.push(...names.flat());
      continue;
    }
    if (other !== undefined) {
      const [one, two] = [header[place], header[other]];
      const both = one === two ? `${one}, twice` : `${one} and ${two}`;
      return err({ message: `two columns name the ${name}: ${both}; leave one of them out` });
    }
    const others = hits.slice(1).flatMap((group) => (group.length === 1 ? group : []));
    at.push([name, [place, ...(givesWay ? others : [])]]);
  }
  const found = new Map(at.map(([name, [place = 0]]) => [name, header[place] as string]));
  const unknown = header.filter((name, place) => name !== '' && !known.has(place));
  for (const cell of unknown) {
    const meant = meantBy(cell, missing, MIN_LETTERS, 1);
    if (meant !== undefined) return err({ message: `unknown column ${cell}; did you mean ${meant}?`, cell });
  }
  return ok({ at, found, unknown, width: header.length });
}

/** A shorter header is too often another word by chance: `unit` is not `until`. */
const MIN_LETTERS = 5;

/** The known name that a name is nearly: in other case or with other signs, or except for so many letters. */
export function meantBy(
  name: string,
  known: readonly string[],
  minLetters = 2,
  mostSlips?: number,
): string | undefined {
  const typed = plain(name);
  if (typed.length < minLetters) return undefined;
  const byPlain = new Map(known.map((one) => [plain(one), one]));
  return byPlain.get(nearestName(typed, byPlain.keys(), '', mostSlips) ?? '');
}

/** The first of the other columns of a file that is called one of these, as written. */
export function unknownCalled(
  { unknown }: Pick<Header, 'unknown'>,
  names: readonly string[],
): string | undefined {
  const meant = new Set(names.map(plain));
  return unknown.find((one) => meant.has(plain(one)));
}

/** A name without what people write differently; as it is if nothing else is left. */
function plain(name: string): string {
  const text = name.normalize('NFC').toLowerCase().trim();
  return text.replace(/[^\p{L}\p{N}]/gu, '') || text;
}
