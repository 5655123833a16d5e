/** Prints the id of each entry after one as it comes: `feed-worker.ts URL AFTER`. The token is in `OPS_TOKEN`. */
import { createClient } from '@ops-admin/client';

const [, , baseUrl, after] = process.argv as [string, string, string, string];
const client = createClient({ baseUrl, token: process.env.OPS_TOKEN ?? '' });
for await (const entry of client.followTrail({ after: Number(after) })) {
  if (entry.isErr()) throw new Error(entry.error.message);
  process.stdout.write(`${entry.value.id}\n`);
}
