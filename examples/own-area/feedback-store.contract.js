import assert from 'node:assert/strict';
import { orThrow, parseObjectId } from '@ops-admin/core';

/**
 * What every FeedbackStore keeps to; `open` gives an empty one.
 * @param {() => Promise<FeedbackStore>} open
 * @import { Feedback } from './feedback.js'
 * @import { FeedbackStore } from './feedback-store.js'
 */
export function feedbackStoreContract(open) {
  describe('FeedbackStore contract', () => {
    /** @type {FeedbackStore} */
    let store;
    beforeEach(async () => {
      store = await open();
    });

    /** @param {Feedback} feedback */
    const keep = async (feedback) => orThrow(await store.keep(feedback));
    /** @param {Parameters<FeedbackStore['list']>[0]} range */
    const list = async (range) => orThrow(await store.list(range));

    it('is empty at first', async () => {
      assert.deepEqual(await list({ start: 0 }), { total: 0, feedback: [] });
    });

    it('gives back what was kept, to the letter', async () => {
      const one = someFeedback(1, 1, { comment: 'Füße, 漢字, 😀,\n\'quoted\' and "quoted"' });
      await keep(one);
      assert.deepEqual(await list({ start: 0 }), { total: 1, feedback: [one] });
    });

    it('keeps one opinion of a user and a ticket, the last', async () => {
      await keep(someFeedback(1, 1, { rating: 1 }));
      await keep(someFeedback(1, 2));
      const last = someFeedback(1, 1, { rating: 5, time: timeOf(9) });
      await keep(last);
      const { feedback, total } = await list({ start: 0 });
      assert.equal(total, 2);
      assert.deepEqual(feedback[0], last);
    });

    it('lists the newest first, and equal times by ticket and user', async () => {
      const [older, newer] = [timeOf(1), timeOf(2)];
      const inOrder = [
        someFeedback(1, 1, { time: newer }),
        someFeedback(2, 1, { time: older }),
        someFeedback(1, 3, { time: older }),
        someFeedback(1, 2, { time: older }),
      ];
      for (const one of inOrder.toReversed()) await keep(one);
      assert.deepEqual((await list({ start: 0 })).feedback, inOrder);
      assert.deepEqual(await list({ start: 1, end: 3 }), { total: 4, feedback: inOrder.slice(1, 3) });
    });

    it('gives an empty page with the true total past the end', async () => {
      await keep(someFeedback(1, 1));
      const far = Number.MAX_SAFE_INTEGER;
      for (const range of [{ start: 1 }, { start: 5, end: 2 }, { start: far, end: far }]) {
        assert.deepEqual(await list(range), { total: 1, feedback: [] });
      }
    });
  });
}

/**
 * @param {number} ticket
 * @param {number} user
 * @param {Partial<Feedback>} [more]
 * @returns {Feedback}
 */
function someFeedback(ticket, user, more) {
  return { ticketId: idOf(ticket), userId: idOf(user), rating: 3, comment: '', time: timeOf(0), ...more };
}

/** @param {number} n */
const idOf = (n) => orThrow(parseObjectId(n.toString(16).padStart(24, '0')));

/** @param {number} n */
const timeOf = (n) => `2026-01-01T00:00:0${n}.000Z`;
