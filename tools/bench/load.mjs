/**
 * Sends requests from a process of its own; the bench starts it once and sends it one job after the other. Every answer
 * has to have the status and the body that are expected.
 */
import autocannon from 'autocannon';
import { changesFrom, removalAt } from './organisation.mjs';
import { quantile } from './statistics.mjs';

/**
 * A job is `{ url, connections, seconds or amount, requests, removals: { users, first, end }?, changes: { users, first, rows }?,
 * expectBody?, expectStatus? }`: 200 where none is given, or one of several.
 */
async function carryOut(job) {
  const { url, connections, seconds, amount, expectBody, expectStatus = 200 } = job;
  const cursor = { next: (job.removals ?? job.changes)?.first ?? 0 };
  const latencies = [];
  let [first, last, others] = [0, 0, 0];
  const run = autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: job.requests.map((request) => withBody(request, job, cursor)),
    ...(expectBody !== undefined && { verifyBody: (body) => String(body) === expectBody }),
  });
  run.on('start', () => {
    first = performance.now();
  });
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (![expectStatus].flat().includes(status)) others++;
    latencies.push(milliseconds);
    last = performance.now();
  });
  const { errors, mismatches } = await run;
  if (errors + mismatches + others > 0)
    throw new Error(
      `${url}: ${errors} errors, ${others} not ${expectStatus}, ${mismatches} with another body`,
    );
  if (job.removals && cursor.next > job.removals.end)
    throw new Error('nothing is left to remove; run fewer rounds');
  latencies.sort((a, b) => a - b);
  return {
    answers: latencies.length,
    perSecond: (latencies.length / (last - first)) * 1000,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    max: latencies.at(-1),
    next: cursor.next,
  };
}

/** Where a request changes something, each one sent changes something else. */
function withBody(request, { changes, removals }, cursor) {
  if (!changes && !removals) return request;
  const payloadOf = {
    PUT: () => removalAt(cursor.next++, removals.users),
    POST: () => {
      const first = cursor.next;
      cursor.next += changes.rows;
      return changesFrom(first, changes.rows, changes.users);
    },
  }[request.method];
  if (!payloadOf) return request;
  return {
    ...request,
    setupRequest: (given) => ({ ...given, body: JSON.stringify({ payload: payloadOf() }) }),
  };
}

process.on('message', async (job) => {
  try {
    process.send({ result: await carryOut(job) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
