import { err, ok, WHOLE_LIST } from '@ops-admin/core';
import { isRating, RATING_MAX, RATING_MIN } from './feedback.js';
import { FEEDBACK_STORE } from './feedback-store.js';

/**
 * `feedback list [--rating N]`
 * @type {AreaCommand}
 * @import { AreaCommand } from '@ops-admin/service'
 */
export const LIST_FEEDBACK = {
  name: 'list',
  summary: 'list feedback, newest first',
  options: {
    rating: { value: 'n', description: `of this rating alone, ${RATING_MIN} to ${RATING_MAX}` },
  },
  async run({ get }, { options: { rating } }) {
    const wanted = rating === undefined ? undefined : Number(rating);
    if (wanted !== undefined && !isRating(wanted)) {
      return err({ type: 'invalid-input', message: `--rating must be from ${RATING_MIN} to ${RATING_MAX}` });
    }
    const page = await get(FEEDBACK_STORE).list(WHOLE_LIST);
    if (page.isErr()) return err(page.error);
    const records = page.value.feedback.filter((one) => wanted === undefined || one.rating === wanted);
    return ok({ records });
  },
};
