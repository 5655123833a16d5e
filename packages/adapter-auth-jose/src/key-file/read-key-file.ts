import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { parseStrictJson } from '@ops-admin/core/adapter';
import * as v from 'valibot';

/** A set of private JWKs (RFC 7517). */
export interface KeyFileContent {
  readonly keys: readonly unknown[];
}

const CONTENT = v.looseObject({ keys: v.array(v.unknown()) });

/**
 * Reads a key file; no other user can read or replace one that holds private keys. Throws an error that names the mistake, without
 * any content.
 */
export function readKeyFile(file: string): KeyFileContent {
  const { stats, text } = readRegular(file);
  const content = parse(text);
  const isPrivate = content.keys.some((key) => typeof key === 'object' && key !== null && 'd' in key);
  const problem = isPrivate ? problemWith(stats, file) : undefined;
  if (problem !== undefined) throw new Error(problem);
  return content;
}

/** Reads a set of keys that anybody can read. Throws an error that names the mistake in the file. */
export function readPublicFile(file: string): KeyFileContent {
  return parse(readRegular(file).text);
}

/** Reads a set of keys from a text. Throws if it is not JSON; anything else is a set of none. */
function parse(text: string): KeyFileContent {
  const json = parseStrictJson(text.replace(/^\uFEFF/, ''));
  // The original message could quote a part of a secret.
  if (json.isErr())
    throw new Error(
      `it ${json.error === 'not-json' ? 'is not JSON' : 'repeats a member'}; restore it from a backup`,
    );
  const parsed = v.safeParse(CONTENT, json.value);
  return parsed.success ? parsed.output : { keys: [] };
}

/** Checks the file that is read, and not one that has got its name meanwhile. Does not wait for the writer of a pipe. */
function readRegular(file: string): { readonly stats: Stats; readonly text: string } {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error('it is not a regular file; name another');
    return { stats, text: readFileSync(descriptor, 'utf8') };
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
