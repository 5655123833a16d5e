import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import * as v from 'valibot';

/** A set of private JWKs (RFC 7517). */
export interface KeyFileContent {
  readonly keys: readonly unknown[];
}

const CONTENT = v.looseObject({ keys: v.array(v.unknown()) });

/** Reads a key file that nobody else can read or replace. Throws what is wrong with it, and shows nothing of it. */
export function readKeyFile(file: string): KeyFileContent {
  const text = readPrivately(file);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The message would quote what it did not expect: a part of a secret.
    throw new Error('it is not JSON; restore it from a backup');
  }
  const parsed = v.safeParse(CONTENT, json);
  return parsed.success ? parsed.output : { keys: [] };
}

/** Looks at the file that is read, and not at the one that has its name by then. */
function readPrivately(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const problem = problemWith(fstatSync(descriptor), file);
    if (problem !== undefined) throw new Error(problem);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

const ROOT = 0;

/** Why others may know the keys or choose them. */
function problemWith({ mode, uid }: Stats, file: string): string | undefined {
  const me = process.getuid?.();
  // Windows has no such users.
  if (me === undefined) return undefined;
  if (uid === me) return (mode & 0o077) === 0 ? undefined : `others may read it; run chmod 600 ${file}`;
  if (uid !== ROOT) {
    return `it belongs to the user ${uid}, who can replace it; run this as that user, or chown ${me} ${file}`;
  }
  // Mounted secrets are root's, and a group lets the service read them.
  return (mode & 0o037) === 0 ? undefined : `others may read it; run chmod 440 ${file}`;
}
