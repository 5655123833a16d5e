/** The part of an issue of a schema library (valibot's) that a message needs. */
export interface SchemaIssue {
  readonly path?: readonly { readonly key: unknown }[] | undefined;
  readonly received: string;
  readonly message: string;
}

/**
 * Returns the message for an issue, after its place (`payload.permissions[3] must be a string`), or after `whole` if all of the
 * value is wrong.
 */
export function describeIssue({ path = [], received, message }: SchemaIssue, whole: string): string {
  const keys = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  const place = keys.join('').replace(/^\./, '') || whole;
  return received === 'undefined' ? `${place} is required` : `${place} ${message}`;
}
