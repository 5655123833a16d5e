import {
  ADDRESS_MAX_LENGTH,
  type Address,
  type InvalidAddress,
  type Location,
  parseAddress,
} from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import type { Answered } from './answered.js';
import { parsedBy, percentDecoded } from './parsed-by.js';

/** The answer of a lookup (interface, "GET /geo-locations/address/{address}"); core keeps a place in the form of the interface. */
export type LocatedJson = Answered<{ readonly address: Location }>;

export const WHY_INVALID: Readonly<Record<InvalidAddress['reason'], string>> = {
  'control-characters': 'The address must not contain control characters',
  'too-long': `The address must not be longer than ${ADDRESS_MAX_LENGTH} characters`,
  empty: 'An address or an airport code is required: /geo-locations/address/{address}',
  'no-text': 'The address must be a text',
};

// White space, and characters that Unicode allows to ignore (\p{DI}), a name that not every tool for the description knows.
const BLANK =
  '\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8';
const CONTROL = '\\x00-\\x1f\\x7f-\\x9f';
const CONTROL_IN_LINES = '\\x00-\\x09\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f';

/**
 * For the description: after trimming, an address is not empty, and line breaks are its only control characters. Its length
 * is counted after trimming and composing, which no schema can say; core decides.
 */
const ADDRESS_PATTERN = `^[${BLANK}]*[^${BLANK}${CONTROL}](?:[^${CONTROL_IN_LINES}]*[^${BLANK}${CONTROL}])?[${BLANK}]*$`;

export const ADDRESS: v.GenericSchema<string, Address> = v.pipe(
  v.string(),
  v.description('An address, the name of a place, or an airport code.'),
  v.metadata({
    minLength: 1,
    maxLength: ADDRESS_MAX_LENGTH,
    pattern: ADDRESS_PATTERN,
    examples: ['JFK'],
  }),
  percentDecoded('The address must be percent-encoded UTF-8'),
  parsedBy(parseAddress, ({ reason }) => WHY_INVALID[reason]),
);

export const LOCATION: v.GenericSchema<Location> = answerObject<Location>({
  city: v.pipe(v.string(), v.description('The name of the city or settlement; empty if unknown.')),
  state: v.pipe(v.string(), v.description('The name of the state or region; empty if unknown.')),
  country: v.pipe(
    v.string(),
    v.regex(/^(?:[A-Z]{2})?$/),
    v.description('Two-letter country code (ISO 3166-1 alpha-2); empty if unknown.'),
  ),
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90), v.description('Degrees north.')),
  long: v.pipe(v.number(), v.minValue(-180), v.maxValue(180), v.description('Degrees east.')),
});

export const LOCATED: v.GenericSchema<LocatedJson> = answerObject<LocatedJson>({
  message: v.pipe(v.string(), v.maxLength(0), v.description('Always empty.')),
  data: answerObject<LocatedJson['data']>({ address: LOCATION }),
});

export const LOCATION_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  Located: LOCATED,
  Location: LOCATION,
};
