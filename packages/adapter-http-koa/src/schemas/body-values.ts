import {
  BATCH_NAME_MAX_LENGTH,
  err,
  type InvalidReason,
  ok,
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  parseBatchName,
  parseReason,
  REASON_MAX_LENGTH,
} from '@ops-admin/core';
import * as v from 'valibot';
import { parsedBy } from './parsed-by.js';
import { NO_BATCH_NAME } from './query-values.js';

/** What is said of a member that is no string. */
export const NO_STRING = 'must be a string';

/** What is said of a permission that is longer than any may be. */
export const PERMISSION_TOO_LONG: string = `must not be longer than ${PERMISSION_MAX_LENGTH} characters`;

/** Any string that a user may hold. */
export const PERMISSION_TEXT: v.GenericSchema<string, string> = v.pipe(
  v.string(NO_STRING),
  v.metadata({ maxLength: PERMISSION_MAX_LENGTH }),
  // Code points, as JSON Schema counts them; valibot counts code units.
  parsedBy(
    (given) => ([...given].length <= PERMISSION_MAX_LENGTH ? ok(given) : err(undefined)),
    PERMISSION_TOO_LONG,
  ),
);

/** The permissions that one change names, each checked by `item` (decision 5). */
export function permissionList<Output>(
  item: v.GenericSchema<string, Output>,
): v.GenericSchema<string[], Output[]> {
  return v.pipe(
    v.array(item, 'must be an array of strings'),
    v.minLength(1, 'must hold at least one permission'),
    v.maxLength(PERMISSIONS_PER_CHANGE, `must not hold more than ${PERMISSIONS_PER_CHANGE} permissions`),
  );
}

const REASON_PROBLEMS: Readonly<Record<InvalidReason['problem'], string>> = {
  'too-long': `must not be longer than ${REASON_MAX_LENGTH} characters`,
  unprintable: 'must not contain control characters or half characters',
};

/** Why a change is made (decision 11). */
export const REASON: v.GenericSchema<string, string> = v.pipe(
  v.string(NO_STRING),
  v.description('Why, for the audit.'),
  // For the description; core decides.
  v.metadata({
    maxLength: REASON_MAX_LENGTH,
    pattern: '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ud800-\\udfff]*$',
  }),
  parsedBy(parseReason, ({ problem }) => REASON_PROBLEMS[problem]),
);

/** The name of a run (decision 11). */
export function batchName(description: string): v.GenericSchema<string, string> {
  return v.pipe(
    v.string(NO_STRING),
    v.description(description),
    v.metadata({ pattern: `^[!-~]{1,${BATCH_NAME_MAX_LENGTH}}$` }),
    parsedBy(parseBatchName, NO_BATCH_NAME),
  );
}

/** `true` or `false`. */
export function flag(description: string): v.GenericSchema<boolean, boolean> {
  return v.pipe(v.boolean('must be true or false'), v.description(description));
}

/** An object with these members and no others: a mistyped name must not be carried out as if it were not there (decision 11). */
export function bodyObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.StrictObjectSchema<Entries, (issue: v.StrictObjectIssue) => string> {
  return v.strictObject(entries, ({ expected }) =>
    expected === 'never' ? 'is no member of this body' : 'must be an object',
  );
}
