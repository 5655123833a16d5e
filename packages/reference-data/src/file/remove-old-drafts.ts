import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A draft of `replaceFile` of this age is no longer being written. */
const OLD_DRAFT_MS = 60 * 60 * 1000;

/** What `replaceFile` adds to the name. */
const DRAFT = /^[\da-f-]{36}\.tmp$/;

/** Removes the drafts of killed updates of a file. It is not an error if that is not possible. */
export function removeOldDrafts(file: string): void {
  const folder = dirname(file);
  const start = `${basename(file)}.`;
  const isDraft = (name: string) => name.startsWith(start) && DRAFT.test(name.slice(start.length));
  try {
    for (const name of readdirSync(folder).filter(isDraft)) {
      const draft = join(folder, name);
      if (statSync(draft).mtimeMs < Date.now() - OLD_DRAFT_MS) rmSync(draft, { force: true });
    }
  } catch {
    // Another update may have removed it, and a folder that cannot be listed has no draft.
  }
}
