/** The kind of a member of an answer: a value of that type, or a list of those. */
export type Kind = 'number' | 'boolean' | 'object' | 'object[]' | 'string[]';

/** The members that an answer must have. Types come from the service; only these are looked at. */
export type Shape = Readonly<Record<string, Kind>>;

/** Whether a value is an object with members, and not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the mistake in an answer, or `undefined`. */
export function mistakeIn(answer: Readonly<Record<string, unknown>>, shape: Shape): string | undefined {
  for (const [name, kind] of Object.entries(shape)) {
    const value = answer[name];
    const [one, isList] = kind.split('[');
    const is = (item: unknown) => (one === 'object' ? isObject(item) : typeof item === one);
    const isRight = isList === undefined ? is(value) : Array.isArray(value) && value.every(is);
    if (!isRight) return `${name} is not ${kind}`;
  }
  return undefined;
}
