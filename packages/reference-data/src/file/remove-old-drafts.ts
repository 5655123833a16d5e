import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** No draft of `replaceFile` that is still written to is that old. */
const OLD_DRAFT_MS = 60 * 60 * 1000;

/** What `replaceFile` adds to the name. */
const DRAFT = /^[\da-f-]{36}\.tmp$/;

/** Removes the drafts of updates of a file that were killed half-way. Nothing fails where that cannot be done. */
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
    // Another update may have removed it, and where nothing can be listed there is nothing of ours.
  }
}
