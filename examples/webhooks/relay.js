// OPS_SERVER=https://ops.example.org OPS_TOKEN=… WEBHOOK_URL=https://… WEBHOOK_SECRET=whsec_… npm start
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@ops-admin/client';
import { Webhook } from 'standardwebhooks';

const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends each entry of the trail to a URL, in order, by the Standard Webhooks specification. An entry is sent until it is taken
 * (a status 2xx), and the number of the last one is kept in a file, so that nothing is lost over restarts. After a crash one can
 * come twice: its `webhook-id` is then the same.
 *
 * @param {object} options
 * @param {ReturnType<typeof createClient>} options.client of a reader
 * @param {string} options.url where to send entries
 * @param {string} options.secret `whsec_` and what both sides know, in base64
 * @param {string} options.file keeps the number of the last entry that was taken
 * @param {AbortSignal} [options.signal] ends it
 */
export async function relay({ client, url, secret, file, signal }) {
  const webhook = new Webhook(secret);
  for await (const next of client.followTrail({ after: lastIn(file), signal })) {
    if (next.isErr()) throw new Error(`The trail cannot be followed: ${next.error.message}`);
    const { id, action, time } = next.value;
    const body = JSON.stringify({ type: `ops-admin.${action}`, timestamp: time, data: next.value });
    if (await deliver(url, `entry-${id}`, body, webhook, signal)) keepIn(file, id);
  }
}

/** Tries until it is taken; false if the signal ends that. */
async function deliver(url, id, body, webhook, signal) {
  for (let ms = 1_000; !signal?.aborted; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    const now = new Date();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
      'webhook-signature': webhook.sign(id, now, body),
    };
    const limit = AbortSignal.timeout(20_000);
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: limit,
    }).catch((error) => ({ status: `${error.cause?.code ?? error.name}` }));
    if (answer.ok) return true;
    if (answer.status === 410) throw new Error('The receiver wants no more webhooks (410)');
    console.error(`${id} was not taken (${answer.status}); next try in ${ms / 1000} s`);
    await pause(ms, undefined, { signal }).catch(() => {});
  }
  return false;
}

function lastIn(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** A file that is half written would be read as another number. */
function keepIn(file, id) {
  writeFileSync(`${file}.new`, `${id}\n`, { flush: true });
  renameSync(`${file}.new`, file);
}

if (import.meta.filename === process.argv[1]) {
  const { OPS_SERVER, OPS_TOKEN, WEBHOOK_FILE = 'last-entry', WEBHOOK_SECRET, WEBHOOK_URL } = process.env;
  const client = createClient({ baseUrl: OPS_SERVER ?? '', token: OPS_TOKEN ?? '' });
  await relay({ client, url: WEBHOOK_URL ?? '', secret: WEBHOOK_SECRET ?? '', file: WEBHOOK_FILE });
}
