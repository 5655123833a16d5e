// `npx mocha feedback-store.test.js`, with TEST_POSTGRES_URL of an empty database for both stores
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow } from '@ops-admin/core';
import { compose, DATABASE, readConfig } from '@ops-admin/service';
import { FEEDBACK } from './feedback-area.js';
import { feedbackStoreContract } from './feedback-store.contract.js';
import { FEEDBACK_STORE } from './feedback-store.js';

const { TEST_POSTGRES_URL } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'feedback-'));
let files = 0;
/** @type {(() => Promise<void>)[]} */
const closing = [];
after(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true });
});

/** @param {string} database */
async function openArea(database) {
  const config = orThrow(readConfig({}));
  const { close, parts } = orThrow(await compose({ config, database, areas: [FEEDBACK] }, ['areas']));
  closing.push(close);
  return parts.areas;
}

describe('SqliteFeedbackStore', () => {
  feedbackStoreContract(async () =>
    orThrow(await (await openArea(join(folder, `${++files}.db`))).get(FEEDBACK_STORE)),
  );
});

const onPostgres = TEST_POSTGRES_URL ? describe : describe.skip;
onPostgres('PostgresFeedbackStore', () => {
  feedbackStoreContract(async () => {
    const area = await openArea(TEST_POSTGRES_URL ?? '');
    const { database, type } = orThrow(await area.get(DATABASE));
    if (type === 'postgres') await database.run({ text: 'delete from ticket_feedback' });
    return orThrow(await area.get(FEEDBACK_STORE));
  });
});
