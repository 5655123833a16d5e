import { ResultAsync } from 'neverthrow';
import { call } from './call.js';
import type { Client } from './client.js';
import type { ClientOptions } from './client-options.js';
import { exportTrail } from './export-trail.js';
import { followTrail } from './follow-trail.js';
import { OPERATIONS } from './operations.js';
import type { Members } from './request-of.js';
import { revertBatch } from './revert-batch.js';

/**
 * A client of the service. It opens nothing and keeps no state: a page can make one for each group of requests
 * that it aborts together. Reads and `PUT`s are tried again at 429 and 503, at most 3 times, after `Retry-After`.
 */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(OPERATIONS).map(([name, operation]) => [
    name,
    (members: Members = {}) => new ResultAsync(call(options, operation, members)),
  ]);
  const client = Object.fromEntries(methods) as Client;
  return {
    ...client,
    exportAudit: (members) => exportTrail(options, members),
    followTrail: (members) => followTrail(client, options, members),
    revertBatch: (members) => new ResultAsync(revertBatch(client, members)),
  };
}
