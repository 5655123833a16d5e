import { parseArgs } from 'node:util';
import { openFloorAccess } from './floor-access.mjs';
import { openFloorPlaces } from './floor-places.mjs';
import { openFloorRateLimit } from './floor-rate-limit.mjs';
import { openFloorStore } from './floor-store.mjs';

/** What both floors do their work with, from the options of their process. */
export async function openFloor() {
  const { values } = parseArgs({
    options: {
      db: { type: 'string' },
      keys: { type: 'string' },
      reference: { type: 'string' },
      cache: { type: 'string' },
      limit: { type: 'string' },
      window: { type: 'string' },
    },
  });
  const store = openFloorStore(values.db);
  return {
    store,
    identify: await openFloorAccess(values.keys, store),
    locate: openFloorPlaces(values.reference, values.cache),
    isWithinLimit: openFloorRateLimit(Number(values.limit), Number(values.window)),
  };
}

/** Tells the bench where the server listens. */
export function tellUrl(port) {
  console.log(`listens on http://127.0.0.1:${port}`);
}
