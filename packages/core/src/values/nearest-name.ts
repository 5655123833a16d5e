/** With more mistakes than this, or more than one in three letters, it is another word. */
const MOST_SLIPS = 3;

/**
 * The name that was probably meant, if one is similar: letters can be wrong, missing, too many or swapped. `prefix` is how
 * all of them begin.
 */
export function nearestName(typed: string, names: Iterable<string>, prefix = ''): string | undefined {
  let most = Math.min(MOST_SLIPS, Math.floor((typed.length - prefix.length) / 3));
  let nearest: string | undefined;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > most) continue;
    const slips = slipsBetween(typed, name, most);
    if (slips > most) continue;
    nearest = name;
    // Only what is nearer is better.
    most = slips - 1;
  }
  return nearest;
}

/** The distance of Damerau and Levenshtein, in which no part is changed twice; any larger number if it is more than `most`. */
function slipsBetween(one: string, other: string, most: number): number {
  const width = one.length + 1;
  let [before, last, row] = [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)];
  for (let at = 0; at < width; at++) last[at] = at;
  for (let column = 1; column <= other.length; column++) {
    row[0] = column;
    let least = column;
    for (let at = 1; at < width; at++) {
      const isSame = one[at - 1] === other[column - 1];
      let slips = Math.min(
        (row[at - 1] as number) + 1,
        (last[at] as number) + 1,
        (last[at - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwapped = one[at - 1] === other[column - 2] && one[at - 2] === other[column - 1];
      if (isSwapped) slips = Math.min(slips, (before[at - 2] as number) + 1);
      row[at] = slips;
      least = Math.min(least, slips);
    }
    if (least > most) return least;
    [before, last, row] = [last, row, before];
  }
  return last[width - 1] as number;
}
