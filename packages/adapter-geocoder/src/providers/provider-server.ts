import type { Clock, LookupUnavailable, ResultAsync } from '@ops-admin/core';
import type { ProviderOptions } from './address-provider.js';
import { fetchJson, type JsonAnswer } from './fetch-json.js';

/** The answer of a provider with its time. */
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

  constructor(
    { baseUrl, userAgent, timeoutMs, clock = () => new Date() }: ProviderOptions,
    path: string,
    parameters: Parameters,
  ) {
    this.#url = withParameters(baseUrl, parameters);
    this.#url.pathname = `${baseUrl.pathname.replace(/\/+$/, '')}${path}`;
    this.#userAgent = userAgent;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  /** Sends the text of an address, encoded: it can change neither the host nor the path nor another parameter. */
  ask(parameters: Parameters, signal?: AbortSignal): ResultAsync<ProviderAnswer, LookupUnavailable> {
    return fetchJson(withParameters(this.#url, parameters), {
      headers: { 'user-agent': this.#userAgent },
      timeoutMs: this.#timeoutMs,
      signal,
    }).map((answer) => ({ ...answer, receivedAt: this.#clock() }));
  }
}

function withParameters(base: URL, parameters: Parameters): URL {
  const url = new URL(base);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}
