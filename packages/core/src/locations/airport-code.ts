import type { Branded } from '../values/branded.js';

/** An IATA code (three letters) or an ICAO code (four letters and digits), in upper case. */
export type AirportCode = Branded<string, 'AirportCode'>;

const ONE_CASE = /^(?:[A-Z]{3}|[a-z]{3}|[A-Z0-9]{4}|[a-z0-9]{4})$/;

/**
 * The code that a text can be, or `undefined` (decision 7). It must be all in upper or all in lower case: a capitalised word
 * such as `Lima` is a place name, while `LIMA` is an airfield in Turin.
 */
export function airportCodeIn(input: unknown): AirportCode | undefined {
  return typeof input === 'string' && ONE_CASE.test(input) ? (input.toUpperCase() as AirportCode) : undefined;
}
