import { err, ok, type Result } from '../result.js';
import type { Branded } from './branded.js';
import { describeInput } from './describe-input.js';
import type { Clock } from './timestamp.js';

/** The identifier of a record: 24 hexadecimal digits in lower case. */
export type ObjectId = Branded<string, 'ObjectId'>;

/** The value is not 24 hexadecimal digits. */
export interface InvalidObjectId {
  readonly type: 'invalid-object-id';
  readonly text: string;
}

const OBJECT_ID = /^[0-9a-f]{24}$/i;

/** Parses an identifier in either case and returns it in lower case. Errors: `invalid-object-id`. */
export function parseObjectId(input: unknown): Result<ObjectId, InvalidObjectId> {
  return typeof input === 'string' && OBJECT_ID.test(input)
    ? ok(input.toLowerCase() as ObjectId)
    : err({ type: 'invalid-object-id', text: describeInput(input) });
}

/** Makes an identifier: the second, as in those of document databases, and 64 random bits. It need not be hard to guess. */
export function newObjectId(clock: Clock): ObjectId {
  const seconds = Math.floor(clock().getTime() / 1000);
  const parts = [seconds, Math.random() * 2 ** 32, Math.random() * 2 ** 32];
  return parts.map((part) => Math.floor(part).toString(16).padStart(8, '0').slice(-8)).join('') as ObjectId;
}
