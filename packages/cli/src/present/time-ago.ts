/** Each unit, and up to how many it is used. */
const UNITS: readonly (readonly [name: string, seconds: number, most: number])[] = [
  ['s', 1, 60],
  ['min', 60, 60],
  ['h', 3600, 48],
  ['d', 86_400, 60],
];

/** How long ago a time is, such as `3 h ago`; `undefined` if it is more than 60 days ago, or in the future. */
export function timeAgo(time: string, now: Date): string | undefined {
  const seconds = (now.getTime() - Date.parse(time)) / 1000;
  if (seconds < 0) return undefined;
  const unit = UNITS.find(([, length, most]) => seconds < length * most);
  return unit && `${Math.floor(seconds / unit[1])} ${unit[0]} ago`;
}
