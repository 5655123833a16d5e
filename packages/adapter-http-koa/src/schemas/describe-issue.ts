import type { BaseIssue } from 'valibot';

/** What is wrong, after its place (`payload.permissions[3] must be a string`), or after `whole` if all of it is wrong. */
export function describeIssue({ path, received, message }: BaseIssue<unknown>, whole: string): string {
  const keys = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  const place = keys.join('').replace(/^\./, '') || whole;
  return received === 'undefined' ? `${place} is required` : `${place} ${message}`;
}
