import { err, ok, okAsync, type Result, ResultAsync } from '@ops-admin/core';
import { isSafeUrl, type PreparedDemo, type ServiceParts } from '@ops-admin/service';
import type { CliError } from './cli-error.js';
import { Interruption } from './interruption.js';
import type { Io } from './io.js';
import { operatorAs } from './operator.js';
import type { DatabaseOption, JsonOption } from './options.js';
import { demoGuide } from './present/demo-guide.js';
import { showReport } from './present/report.js';

export interface ServeOptions extends DatabaseOption, JsonOption {
  readonly demo?: boolean;
  readonly host: string;
  readonly metricsHost: string;
  readonly metricsPort?: number;
  readonly port: number;
}

/** The served parts; the demo, the metrics and another key only if requested. */
type Served = Pick<ServiceParts, 'server'> & Partial<Pick<ServiceParts, 'demo' | 'keyRotation' | 'metrics'>>;

interface Urls {
  readonly url: string;
  /** The page, as the admin of the demo. */
  readonly signInUrl?: string;
  readonly metricsUrl?: string;
}

/** Serves until the process is asked to stop, then lets running requests finish. */
export function serve(io: Io, options: ServeOptions, parts: Served): ResultAsync<undefined, CliError> {
  // Before anything is printed: a program that waits for the output can stop the service immediately.
  const interruption = new Interruption(io);
  const ended = async () => {
    try {
      return await serveUntil(interruption, io, options, parts);
    } finally {
      interruption.ignore();
    }
  };
  return new ResultAsync(ended());
}

async function serveUntil(
  interruption: Interruption,
  io: Io,
  { host, json = false, metricsHost, metricsPort = 0, port }: ServeOptions,
  { demo, keyRotation, metrics, server }: Served,
): Promise<Result<undefined, CliError>> {
  // Before the service, so that a port in use is noticed; until its last request is done.
  const shown = await (metrics?.start({ host: metricsHost, port: metricsPort }, server) ??
    okAsync(undefined));
  if (shown.isErr()) return err(shown.error);
  try {
    const prepared = await (demo?.prepare(operatorAs('import').actor) ?? okAsync(undefined));
    if (prepared.isErr()) return err(prepared.error);
    const continued = await (keyRotation?.finishTakeOver() ?? okAsync(undefined));
    if (continued.isErr()) return err(continued.error);
    const started = await server.start({ host, port });
    if (started.isErr()) return err(started.error);
    const { pageUrl, stop, url } = started.value;
    const signInUrl = prepared.value && signInLink(pageUrl, prepared.value);
    await printUrls(
      io,
      { url, ...(signInUrl && { signInUrl }), ...(shown.value && { metricsUrl: shown.value.url }) },
      prepared.value,
      json,
    );
    await stop(await interruption.heard());
    return ok(undefined);
  } finally {
    await shown.value?.stop();
  }
}

/** With the token in the fragment, which no server sees; only on this machine, where no other one can read it. */
function signInLink(pageUrl: string | undefined, { adminToken }: PreparedDemo): string | undefined {
  return pageUrl && isSafeUrl(new URL(pageUrl)) ? `${pageUrl}#token=${adminToken}` : undefined;
}

function printUrls(io: Io, urls: Urls, demo: PreparedDemo | undefined, json: boolean): Promise<void> {
  const lines = demo ? demoGuide(urls, demo) : [`ops-admin listens on ${urls.url}`];
  if (urls.metricsUrl) lines.push(`Metrics: ${urls.metricsUrl}`);
  const tokens = demo && { adminToken: demo.adminToken, userToken: demo.userToken };
  return showReport(io, { json: { ...urls, ...tokens }, lines }, json);
}
