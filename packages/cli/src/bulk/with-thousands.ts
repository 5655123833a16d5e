/** Writes a count as people read it: `1,234`. Loading the rules of languages for that takes longer than a small run. */
export function withThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A count with its unit: `1 user`, `1,234 users`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${withThousands(count)} ${count === 1 ? one : many}`;
}
