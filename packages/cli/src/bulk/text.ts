import * as v from 'valibot';

/** Text on one line that is safe for a database and a terminal. */
export const LINE: v.GenericSchema<unknown, string> = v.pipe(
  v.string('must be a string'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters or lone surrogates'),
);

export const TEXT: v.GenericSchema<unknown, string> = v.pipe(
  v.string('must be a string'),
  v.regex(/^\P{Cs}*$/u, 'must not contain lone surrogates'),
);
