/**
 * Sends requests from its own process, one job after the other: `{ url, connections, seconds or amount, requests, change?, body? }`.
 * `change` is `{ from, users, rows }` where each request removes something else: one permission, or `rows` of them in a batch.
 */
import autocannon from 'autocannon';
import { batchAt, removalAt, removalsOf } from './organisation.mjs';

async function carryOut({ amount, body, change, connections, requests, seconds, status = [200], url }) {
  let next = change?.from ?? 0;
  const payload = () => {
    const at = next;
    next += change.rows ?? 1;
    return change.rows ? batchAt(at, change.rows, change.users) : removalAt(at, change.users);
  };
  const setupRequest = (given) => ({ ...given, body: JSON.stringify({ payload: payload() }) });
  const milliseconds = [];
  let refused = 0;
  const run = autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: requests.map((one) => (one.isChange ? { ...one, setupRequest } : one)),
    ...(body !== undefined && { verifyBody: (text) => String(text) === body }),
  });
  let [first, last] = [0, 0];
  run.on('start', () => {
    first = performance.now();
  });
  run.on('response', (_client, code, _bytes, took) => {
    if (!status.includes(code)) refused++;
    milliseconds.push(took);
    last = performance.now();
  });
  const { errors, mismatches } = await run;
  if (errors + mismatches + refused > 0)
    throw new Error(`${url}: ${errors} errors, ${refused} not ${status}, ${mismatches} with another body`);
  if (change && !change.rows && next > removalsOf(change.users))
    throw new Error('nothing is left to remove; run fewer rounds');
  milliseconds.sort((a, b) => a - b);
  const quantile = (share) => milliseconds[Math.floor(milliseconds.length * share)];
  const answers = milliseconds.length;
  return {
    answers,
    next,
    perSecond: (answers / (last - first)) * 1000,
    p50: quantile(0.5),
    p99: quantile(0.99),
  };
}

process.on('message', async (job) => {
  try {
    process.send({ result: await carryOut(job) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
