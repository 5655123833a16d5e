/** A name with more mistakes, or more than one in three letters, is another word. */
const MOST_SLIPS = 3;

/**
 * Returns the nearest name, if one is similar: letters can be wrong, missing, too many or swapped. All names begin with `prefix`.
 */
export function nearestName(
  typed: string,
  names: Iterable<string>,
  prefix = '',
  mostSlips: number = MOST_SLIPS,
): string | undefined {
  let most = Math.min(mostSlips, Math.floor((typed.length - prefix.length) / 3));
  let nearest: string | undefined;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > most) continue;
    const slips = slipsBetween(typed, name, most);
    if (slips > most) continue;
    nearest = name;
    most = slips - 1;
  }
  return nearest;
}

/** Returns the distance of Damerau and Levenshtein, in which no part is changed twice; any larger number beyond `most`. */
function slipsBetween(one: string, other: string, most: number): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const [from, to] = [one.slice(same), other.slice(same)];
  let before: number[] = [];
  let last = Array.from({ length: from.length + 1 }, (_, at) => at);
  for (let column = 1; column <= to.length; column++) {
    const row = [column];
    for (let at = 1; at <= from.length; at++) {
      const isSame = from[at - 1] === to[column - 1];
      const isSwapped = from[at - 1] === to[column - 2] && from[at - 2] === to[column - 1];
      row[at] = Math.min(
        slips(row, at - 1) + 1,
        slips(last, at) + 1,
        slips(last, at - 1) + (isSame ? 0 : 1),
        isSwapped ? slips(before, at - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return slips(last, from.length);
}

function slips(row: readonly number[], at: number): number {
  return row[at] as number;
}
