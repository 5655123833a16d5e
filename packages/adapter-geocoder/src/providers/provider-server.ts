import type { Clock, LookupUnavailable, Result, ResultAsync } from '@ops-admin/core';
import type { FoundLocation, GeoLookupError, ProviderOptions } from './address-provider.js';
import { fetchJson, type JsonAnswer } from './fetch-json.js';
import { type CodedPlace, type NameOptions, writeState } from './write-names.js';

/** What a provider answered, and when. */
export interface ProviderAnswer extends JsonAnswer {
  readonly receivedAt: Date;
}

/** Parameters of a request by name; `undefined` ones are not sent. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** The endpoint of a server: a path under its base URL, with the parameters of every request. */
export class ProviderServer {
  readonly #url: URL;
  readonly #userAgent: string;
  readonly #timeoutMs: number | undefined;
  readonly #clock: Clock;
  readonly #states: NameOptions;

  constructor(
    { baseUrl, language, regions, userAgent, timeoutMs, clock = () => new Date() }: ProviderOptions,
    path: string,
    parameters: Parameters,
  ) {
    this.#url = withParameters(baseUrl, parameters);
    this.#url.pathname = `${baseUrl.pathname.replace(/\/+$/, '')}${path}`;
    this.#userAgent = userAgent;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#states = { language, regions };
  }

  /** Sends the text of an address, encoded: it can change neither the host nor the path nor another parameter. */
  ask(parameters: Parameters, signal?: AbortSignal): ResultAsync<ProviderAnswer, LookupUnavailable> {
    return fetchJson(withParameters(this.#url, parameters), {
      headers: { 'user-agent': this.#userAgent },
      timeoutMs: this.#timeoutMs,
      signal,
    }).map((answer) => ({ ...answer, receivedAt: this.#clock() }));
  }

  /** The same for a provider that says in which regions a place is: they name its state, see {@link writeState}. */
  locate(
    parameters: Parameters,
    placeIn: (answer: ProviderAnswer) => Result<CodedPlace, GeoLookupError>,
    signal?: AbortSignal,
  ): ResultAsync<FoundLocation, GeoLookupError> {
    return this.ask(parameters, signal)
      .andThen(placeIn)
      .andThen((place) => writeState(place, this.#states));
  }
}

function withParameters(base: URL, parameters: Parameters): URL {
  const url = new URL(base);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}
