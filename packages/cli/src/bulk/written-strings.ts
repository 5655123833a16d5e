import { shownLine } from '@ops-admin/core/operations';
import type { GrantRow } from './read-grant-file.js';

/** Strings that a file of what users hold has with escapes for what cannot be seen: they are off the pattern, and held all the same. */
export class WrittenStrings {
  readonly #meant = new Map<string, string>();

  /** A string that somebody holds. */
  add(user: string, permission: string): void {
    const written = shownLine(permission);
    if (written !== permission) this.#meant.set(`${user} ${written}`, permission);
  }

  /** What a file means by a string, of a user. */
  of(user: string, written: string): string {
    return this.#meant.get(`${user} ${written}`) ?? written;
  }
}

/** Whether a string of a file can have an escape. */
export function mayBeWritten({ permission }: Pick<GrantRow, 'permission'>): boolean {
  return permission.includes('\\u');
}
