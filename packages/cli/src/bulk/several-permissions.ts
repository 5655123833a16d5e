/** Whether a text is several permissions, as spreadsheets hold them: more than one part that begins with `service.` (decision 9). */
export function isSeveralPermissions(text: string): boolean {
  return text.split(/[\s,;|]+/).filter((part) => part.startsWith('service.')).length > 1;
}

/** What to do about it. */
export const SEVERAL_PERMISSIONS = 'several permissions in one place; write one a line';
