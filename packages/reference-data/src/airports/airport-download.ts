import type { Readable } from 'node:stream';
import { err, type Result, ResultAsync } from '@ops-admin/core';
import type { Response } from 'node-fetch';
import type { AirportFileName, AirportFiles, DownloadFailed, OpenedAirportFile } from './airport-files.js';
import { type FetchRefused, fetchOnHost, withoutQuery } from './fetch-on-host.js';
import { BROKEN_GZIP, codeOf, isGzipFailure } from './stream-failure.js';

/** Milliseconds until a file must be complete. */
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** The files of OurAirports below a URL, each plain, or gzip if there is no plain one. */
export class AirportDownload implements AirportFiles {
  readonly description: string;
  readonly #base: URL;
  readonly #timeoutMs: number;

  /** `timeoutMs` is for each file, 60,000 by default. */
  constructor(base: URL, timeoutMs: number = DOWNLOAD_TIMEOUT_MS) {
    this.#base = base;
    this.#timeoutMs = timeoutMs;
    this.description = withoutQuery(base);
  }

  open(name: AirportFileName): ResultAsync<OpenedAirportFile, DownloadFailed> {
    return this.#ask(name)
      .orElse((refused) => (refused.status === 404 ? this.#ask(`${name}.gz`) : err(refused)))
      .mapErr(({ url, reason }) => ({ type: 'download-failed', url: withoutQuery(url), reason }));
  }

  broken({ name }: OpenedAirportFile, cause: unknown): DownloadFailed {
    return { type: 'download-failed', url: name, reason: this.#reasonOf(cause) };
  }

  #ask(name: string): ResultAsync<OpenedAirportFile, FetchRefused> {
    const url = new URL(this.#base);
    url.pathname = url.pathname.replace(/\/?$/, `/${name}`);
    return new ResultAsync(this.#fetch(url));
  }

  async #fetch(url: URL): Promise<Result<OpenedAirportFile, FetchRefused>> {
    // The time limit includes reading the file.
    const answer = await fetchOnHost(url, AbortSignal.timeout(this.#timeoutMs)).catch((cause: unknown) =>
      err({ url, reason: this.#reasonOf(cause) }),
    );
    return answer.map((response) => ({
      name: withoutQuery(url),
      bytes: response.body as Readable,
      date: lastModified(response),
    }));
  }

  /** The messages of node-fetch hold the URL and its query. Its codes and types are safe, fixed words. */
  #reasonOf(cause: unknown): string {
    if (cause instanceof Error && cause.name === 'AbortError')
      return `the file did not arrive within ${this.#timeoutMs / 1000} s`;
    if (isGzipFailure(cause)) return BROKEN_GZIP;
    const code = codeOf(cause);
    if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return 'the connection broke';
    return `the server cannot be used: ${code ?? 'no HTTP answer'}`;
  }
}

function lastModified({ headers }: Response): Date | undefined {
  const date = new Date(headers.get('last-modified') ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}
