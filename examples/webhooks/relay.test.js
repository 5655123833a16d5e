// `npm test`
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { createClient } from '@ops-admin/client';
import { Webhook } from 'standardwebhooks';
import { relay } from './relay.js';

const SECRET = `whsec_${Buffer.from('what both sides know, 24 bytes').toString('base64')}`;
const ENTRIES = [1, 2, 3].map((id) => ({ id, time: '2026-03-02T08:15:00.000Z', action: 'remove' }));

/** A service with three entries, for a reader who asks on. */
const service = async (url) => {
  const after = Number(new URL(url).searchParams.get('after'));
  const entries = ENTRIES.filter(({ id }) => id > after);
  if (entries.length === 0) await new Promise(() => {});
  return Response.json({ message: '', data: { entries, next: 3 } });
};

it('sends each entry once and in order, signed, and continues where it stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
  const file = join(folder, 'last-entry');
  const seen = [];
  let stop;
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    // Throws if the signature is not right, or too old.
    const { data } = new Webhook(SECRET).verify(body, request.headers);
    seen.push(request.headers['webhook-id']);
    // The first is refused once; the second is the last before a stop.
    response.writeHead(seen.length === 1 ? 500 : 204).end();
    if (data.id > 1) stop.abort();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${receiver.address().port}`;
  const client = createClient({ baseUrl: 'https://ops.example.org', token: 'a-token', fetch: service });
  for (const last of [2, 3]) {
    stop = new AbortController();
    await relay({ client, url, secret: SECRET, file, signal: stop.signal });
    assert.equal(Number(readFileSync(file, 'utf8')), last);
  }
  assert.deepEqual(seen, ['entry-1', 'entry-1', 'entry-2', 'entry-3']);
  receiver.close();
  rmSync(folder, { recursive: true });
});
