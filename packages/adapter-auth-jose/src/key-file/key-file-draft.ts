import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeNew } from './write-new.js';

/** A draft exists for milliseconds: one of this age was left by a process that was killed. */
const STALE_DRAFT_MS = 60_000;

/**
 * Writes a whole key file before it gets its name, so that nobody reads half of it. The draft has a random name: in
 * containers every start has the same process id, and the draft of a killed process would block all later ones.
 */
export function writeDraft(file: string, content: object): string {
  removeStaleDrafts(file);
  const draft = `${file}.${randomBytes(6).toString('hex')}.draft`;
  writeNew(draft, `${JSON.stringify(content, null, 2)}\n`);
  return draft;
}

/** They hold keys. A draft that cannot be removed stays: it blocks nobody. */
function removeStaleDrafts(file: string): void {
  const prefix = `${basename(file)}.`;
  try {
    for (const name of readdirSync(dirname(file))) {
      if (!name.startsWith(prefix) || !/^[\da-f]{12}\.draft$/.test(name.slice(prefix.length))) continue;
      const draft = join(dirname(file), name);
      const found = lstatSync(draft);
      if (found.isFile() && Math.abs(Date.now() - found.mtimeMs) > STALE_DRAFT_MS) rmSync(draft);
    }
  } catch {}
}
