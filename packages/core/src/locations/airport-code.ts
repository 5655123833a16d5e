import type { Branded } from '../values/branded.js';

/** An IATA code (three letters) or an ICAO code (four letters and digits), in upper case. */
export type AirportCode = Branded<string, 'AirportCode'>;

const ONE_CASE = /^(?:[A-Z]{3}|[a-z]{3}|[A-Z0-9]{4}|[a-z0-9]{4})$/;

/**
 * Returns the code that a text in one case can be. A capitalised word such as `Lima` is the name of a place, while `LIMA` is an
 * airfield in Turin.
 */
export function airportCodeIn(input: unknown): AirportCode | undefined {
  return typeof input === 'string' && ONE_CASE.test(input) ? (input.toUpperCase() as AirportCode) : undefined;
}

const MIXED_CASE = /^(?:[A-Za-z]{3}|[A-Za-z0-9]{4})$/;

/** Returns the code that a text in mixed case can be, if nothing else is found: `Jfk`. */
export function mixedCaseCodeIn(text: string): AirportCode | undefined {
  return MIXED_CASE.test(text) && !ONE_CASE.test(text) ? (text.toUpperCase() as AirportCode) : undefined;
}

/** An airport that a text names by its code and something else: `ATL, USA`, `ZRH Airport`, `IATA: BRU`, `LHR T5`. */
export interface NamedAirport {
  readonly code: AirportCode;
  /** The country or region after the code, as written; empty if the text has none. */
  readonly area: string;
}

const AIRPORT_WORD =
  '(?:[Ii]nternational )?(?:[Aa]irport|[Ff]lughafen|[Aa]éroport|[Aa]eroport|[Aa]eropuerto|[Aa]eroporto|[Ll]ufthavn|[Ff]lygplats|[Ll]uchthaven|[Ll]otnisko|[Hh]avalimanı|[Аа]эропорт)';
const LABELLED = /^(?:IATA|ICAO|[Aa]irport)(?: code)?:? ?([A-Z]{3}|[A-Z]{4})$/;
const WITH_TERMINAL = /^([A-Z]{3}) (?:T|Terminal |terminal )\d[A-Z]?$/;
const WITH_AREA = /^([A-Z]{3,4}), ?(\p{L}[\p{L} .'-]*)$/u;
const WITH_WORD = new RegExp(
  `^(?:([A-Z]{3}|[A-Z]{4}) ${AIRPORT_WORD}|${AIRPORT_WORD} ([A-Z]{3}|[A-Z]{4}))$`,
  'u',
);

/** Returns the airport that a text names by its code in capitals with an area, a terminal or the word airport. */
export function namedAirportIn(text: string): NamedAirport | undefined {
  const inArea = WITH_AREA.exec(text);
  if (inArea) return { code: inArea[1] as AirportCode, area: inArea[2] as string };
  const [, code] = LABELLED.exec(text) ?? WITH_TERMINAL.exec(text) ?? [];
  if (code !== undefined) return { code: code as AirportCode, area: '' };
  const [, before, after = before] = WITH_WORD.exec(text) ?? [];
  return after === undefined ? undefined : { code: after as AirportCode, area: '' };
}

const SHORT_NAMES = new Map([
  ['usa', 'us'],
  ['uk', 'gb'],
  ['uae', 'ae'],
]);

/** Reports whether an airport lies in an area, which is its country, in English or by its code, or its region. */
export function liesInArea(
  { country, state }: { readonly country: string; readonly state: string },
  area: string,
): boolean {
  const written = area.replaceAll('.', '').trim().toLowerCase();
  const name = new Intl.DisplayNames(['en'], { type: 'region' }).of(country);
  return [country, name, state].some((each) => each?.toLowerCase() === (SHORT_NAMES.get(written) ?? written));
}
