import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** In milliseconds; no draft of `replaceFile` that is still written to is that old. */
const OLD = 60 * 60 * 1000;

/** What `replaceFile` adds to the name. */
const DRAFT = /^[\da-f-]{36}\.tmp$/;

/** Removes what updates of a file left behind that were killed half-way. Nothing fails where that cannot be done. */
export function removeOldDrafts(file: string): void {
  const folder = dirname(file);
  const start = `${basename(file)}.`;
  const isDraft = (name: string) => name.startsWith(start) && DRAFT.test(name.slice(start.length));
  try {
    for (const name of readdirSync(folder).filter(isDraft)) {
      const draft = join(folder, name);
      if (statSync(draft).mtimeMs < Date.now() - OLD) rmSync(draft, { force: true });
    }
  } catch {
    // Another update may have removed it, and where nothing can be listed there is nothing of ours.
  }
}
