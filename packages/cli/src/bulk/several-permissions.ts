/** Whether a text holds several permissions, as in spreadsheets: more than one part begins with `service.`. */
export function isSeveralPermissions(text: string): boolean {
  return text.split(/[\s,;|]+/).filter((part) => part.startsWith('service.')).length > 1;
}

export const SEVERAL_PERMISSIONS = 'several permissions in one place; write one a line';

/** The same for a file that should name users alone. */
export const NAMES_PERMISSIONS =
  'it names permissions, where users are to be named alone; leave the permissions out';
