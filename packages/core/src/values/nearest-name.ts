/** With more mistakes than this, or more than one in three letters, it is another word. */
const MOST_SLIPS = 3;

/**
 * The name that was probably meant, if one is similar: letters can be wrong, missing, too many or swapped. `prefix` is how
 * all of them begin.
 */
export function nearestName(typed: string, names: Iterable<string>, prefix = ''): string | undefined {
  const most = Math.min(MOST_SLIPS, Math.floor((typed.length - prefix.length) / 3));
  let nearest: { readonly name: string; readonly slips: number } | undefined;
  for (const name of names) {
    const slips = slipsBetween(typed, name);
    if (slips <= most && slips < (nearest?.slips ?? Number.POSITIVE_INFINITY)) nearest = { name, slips };
  }
  return nearest?.name;
}

/** The distance of Damerau and Levenshtein, in which no part is changed twice. */
function slipsBetween(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 0; column <= other.length; column++) {
    for (let row = 0; row <= one.length; row++) {
      if (row === 0 || column === 0) {
        (table[row] as number[])[column] = row + column;
        continue;
      }
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      (table[row] as number[])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(one.length, other.length);
}
