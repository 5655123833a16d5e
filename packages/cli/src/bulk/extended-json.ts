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
