/** Writes a count as people read it: `1,234`. Loading the rules of languages for that takes longer than a small run. */
export function withThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
