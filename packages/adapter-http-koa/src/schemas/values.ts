import * as v from 'valibot';

/** An identifier in an answer: always in lower case. */
export function objectId(): v.GenericSchema<string> {
  return v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{24}$/),
    v.metadata({ examples: ['65a100000000000000000002'] }),
  );
}

/** A moment in an answer: UTC, with milliseconds and `Z`. */
export function timestamp(): v.GenericSchema<string> {
  return v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    v.metadata({ format: 'date-time', examples: ['2026-03-02T08:15:00.000Z'] }),
  );
}

export function ends(description: string): v.GenericSchema<Readonly<Record<string, string>>> {
  return v.pipe(v.record(v.string(), timestamp()), v.description(description));
}

export function endsSet(): v.GenericSchema<Readonly<Record<string, string | null>>> {
  return v.pipe(
    v.record(v.string(), v.nullable(timestamp())),
    v.description('When permissions end whose end was set; `null` for permanent.'),
  );
}

export function count(description: string): v.GenericSchema<number> {
  return v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));
}

export function entryId(description: string): v.GenericSchema<number> {
  return v.pipe(v.number(), v.integer(), v.minValue(1), v.description(description));
}
