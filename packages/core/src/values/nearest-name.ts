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

/** A larger distance than any limit. */
const FAR = 1_000;

/**
 * Returns the distance of Damerau and Levenshtein, in which no part is changed twice; any larger number beyond `most`. The lengths
 * differ by at most `most`, so that each row is looked at only around its diagonal.
 */
function slipsBetween(one: string, other: string, most: number): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const [width, height] = [one.length - same + 1, other.length - same];
  let [before, last, row] = [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)];
  for (let at = 0; at < width; at++) last[at] = at;
  for (let column = 1; column <= height; column++) {
    const first = Math.max(1, column - most);
    const end = Math.min(width - 1, column + most);
    row[first - 1] = first === 1 ? column : FAR;
    if (column > 1 && end === column + most) last[end] = FAR;
    let least = row[first - 1] as number;
    const letter = other[same + column - 1];
    for (let at = first; at <= end; at++) {
      const isSame = one[same + at - 1] === letter;
      let slips = Math.min(
        (row[at - 1] as number) + 1,
        (last[at] as number) + 1,
        (last[at - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwapped =
        at > 1 &&
        column > 1 &&
        one[same + at - 1] === other[same + column - 2] &&
        one[same + at - 2] === letter;
      if (isSwapped) slips = Math.min(slips, (before[at - 2] as number) + 1);
      row[at] = slips;
      least = Math.min(least, slips);
    }
    if (least > most) return least;
    [before, last, row] = [last, row, before];
  }
  return last[width - 1] as number;
}
