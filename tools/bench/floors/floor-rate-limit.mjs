/** Counts requests a caller in fixed windows, in memory; says whether one more is within the limit. */
export function openFloorRateLimit(limit, windowSeconds) {
  const windows = new Map();
  return (caller) => {
    const now = Date.now();
    const window = windows.get(caller);
    if (window === undefined || window.end <= now) {
      windows.set(caller, { end: now + windowSeconds * 1000, count: 1 });
      return true;
    }
    window.count += 1;
    return window.count <= limit;
  };
}
