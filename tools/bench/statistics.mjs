/** The value below which a share of sorted values lies. */
export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Median with least and greatest. */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/** The spread of quotients, one a round: what slows a whole round slows both. */
export function ratio(ones, others) {
  return spread(ones.map((one, round) => one / others[round]));
}
