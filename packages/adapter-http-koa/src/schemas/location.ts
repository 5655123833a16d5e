import * as v from 'valibot';
import type { LocatedJson, LocationJson } from '../present/location.js';
import { answerObject } from './answer-object.js';

export const LOCATION: v.GenericSchema<LocationJson> = answerObject<LocationJson>({
  city: v.pipe(v.string(), v.description('The name of the city or settlement; empty where it is not known.')),
  state: v.pipe(v.string(), v.description('The name of the state or region; empty where it is not known.')),
  country: v.pipe(
    v.string(),
    v.regex(/^(?:[A-Z]{2})?$/),
    v.description('Two-letter country code (ISO 3166-1 alpha-2); empty where it is not known.'),
  ),
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90), v.description('Degrees north.')),
  long: v.pipe(v.number(), v.minValue(-180), v.maxValue(180), v.description('Degrees east.')),
});

/** `GET /geo-locations/address/{address}` */
export const LOCATED: v.GenericSchema<LocatedJson> = answerObject<LocatedJson>({
  message: v.pipe(v.literal(''), v.description('Always empty.')),
  data: answerObject<LocatedJson['data']>({ address: LOCATION }),
});
