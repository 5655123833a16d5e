import { type ObjectId, parseObjectId, parseTimestamp, type Timestamp, timestampOf } from '@ops-admin/core';
import { parsedBy } from '@ops-admin/service';
import * as v from 'valibot';
import { FIRST_MOMENT } from '../read-time.js';

const OID = v.pipe(
  v.union(
    [
      v.string(),
      v.pipe(
        v.object({ $oid: v.string() }),
        v.transform(({ $oid }) => $oid),
      ),
    ],
    'must be an id',
  ),
  parsedBy(parseObjectId, 'must be 24 hexadecimal digits'),
);

/** An identifier: its digits, or `{"$oid": …}` as mongoexport writes it. */
export const OBJECT_ID: v.GenericSchema<unknown, ObjectId> = OID;

const milliseconds = v.union([
  v.number(),
  v.pipe(
    v.object({ $numberLong: v.pipe(v.string(), v.regex(/^-?\d{1,16}$/)) }),
    v.transform(({ $numberLong }) => Number($numberLong)),
  ),
]);

const EXPECTED_TIME = 'must be a time such as 2026-01-31T12:00:00.000Z';

/** A moment: ISO 8601 with a zone, or `{"$date": …}` with that, or with milliseconds since 1970. */
export const TIMESTAMP: v.GenericSchema<unknown, Timestamp> = v.pipe(
  v.union(
    [
      v.string(),
      v.pipe(
        v.object({
          $date: v.union([
            v.string(),
            // A value that is not a date becomes a text that is not one.
            v.pipe(
              milliseconds,
              v.transform((ms) => timestampOf(new Date(ms)).unwrapOr(String(ms))),
            ),
          ]),
        }),
        v.transform(({ $date }) => $date),
      ),
    ],
    EXPECTED_TIME,
  ),
  parsedBy(parseTimestamp, EXPECTED_TIME),
);

/** The same, or a date, which means its first moment. */
export const TIME_OR_DATE: v.GenericSchema<unknown, Timestamp> = v.pipe(
  v.unknown(),
  v.transform((time) =>
    typeof time === 'string' && /^\d{4}-\d\d-\d\d$/.test(time) ? `${time}T${FIRST_MOMENT}` : time,
  ),
  TIMESTAMP,
);

/** Text on one line that is safe for a database and a terminal. */
export const LINE: v.GenericSchema<unknown, string> = v.pipe(
  v.string('must be a string'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters or lone surrogates'),
);

export const TEXT: v.GenericSchema<unknown, string> = v.pipe(
  v.string('must be a string'),
  v.regex(/^\P{Cs}*$/u, 'must not contain lone surrogates'),
);

/** Whether a text holds several permissions, as in spreadsheets: more than one part begins with `service.`. */
export function isSeveralPermissions(text: string): boolean {
  return text.split(/[\s,;|]+/).filter((part) => part.startsWith('service.')).length > 1;
}

export const SEVERAL_PERMISSIONS = 'several permissions in one place; write one a line';

/** The same for a file that should name users alone. */
export const NAMES_PERMISSIONS =
  'it names permissions, where users are to be named alone; leave the permissions out';
