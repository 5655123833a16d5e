import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import * as v from 'valibot';

/** A set of private JWKs (RFC 7517). */
export interface KeyFileContent {
  readonly keys: readonly unknown[];
}

const CONTENT = v.looseObject({ keys: v.array(v.unknown()) });

/** Reads a key file that no other user can read or replace. Throws what is wrong with it, and shows none of its content. */
export function readKeyFile(file: string): KeyFileContent {
  return parseKeyFile(readPrivately(file));
}

/** Reads a set of keys from a text. Throws if it is not JSON; anything else is a set of none. */
export function parseKeyFile(text: string): KeyFileContent {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The original message could quote a part of a secret.
    throw new Error('it is not JSON; restore it from a backup');
  }
  const parsed = v.safeParse(CONTENT, json);
  return parsed.success ? parsed.output : { keys: [] };
}

/** Checks the file that is read, and not one that has got its name meanwhile. */
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

/** Why other users could know or choose the keys. */
function problemWith({ mode, uid }: Stats, file: string): string | undefined {
  const me = process.getuid?.();
  // Windows has no such users.
  if (me === undefined) return undefined;
  if (uid === me) return (mode & 0o077) === 0 ? undefined : `others can read it; run chmod 600 ${file}`;
  if (uid !== ROOT) {
    return `it belongs to the user ${uid}, who can replace it; run this as that user, or chown ${me} ${file}`;
  }
  // Mounted secrets belong to root, and a group lets the service read them.
  return (mode & 0o037) === 0 ? undefined : `others can read it; run chmod 440 ${file}`;
}
