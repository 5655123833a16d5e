/** The part of an issue of valibot that a message needs. */
export interface SchemaIssue {
  readonly path?: readonly { readonly key: unknown }[] | undefined;
  readonly received: string;
  readonly message: string;
}

/**
 * Describes an issue after its place (`payload.permissions[3] must be a string`), or after `whole` if all of the value is wrong.
 */
export function describeIssue({ path = [], received, message }: SchemaIssue, whole: string): string {
  const place = placeOf(path.map(({ key }) => key)) || whole;
  return received === 'undefined' ? `${place} is required` : `${place} ${message}`;
}

/** Writes a place from the outside in: `payload.permissions[3]`. */
export function placeOf(path: readonly unknown[]): string {
  const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  return keys.join('').replace(/^\./, '');
}
