import { CLOCK } from '@ops-admin/core/ports';
import { DATABASE, MORE_ENDPOINTS } from '@ops-admin/service';
import { feedbackEndpoints } from './feedback-endpoints.js';
import { FEEDBACK_STORE } from './feedback-store.js';
import { LeaveFeedback } from './leave-feedback.js';
import { MIGRATIONS } from './migrations.js';
import { PostgresFeedbackStore } from './postgres-feedback-store.js';
import { SqliteFeedbackStore } from './sqlite-feedback-store.js';

/**
 * Everything the service has to know of ticket feedback.
 * @type {Area}
 * @import { Area } from '@ops-admin/service'
 */
export const FEEDBACK = {
  name: 'feedback',
  migrations: MIGRATIONS,
  bind({ bind }) {
    bind(FEEDBACK_STORE).toResolvedValue(
      ({ database, type }) =>
        type === 'sqlite' ? new SqliteFeedbackStore(database) : new PostgresFeedbackStore(database),
      [DATABASE],
    );
    bind(MORE_ENDPOINTS).toResolvedValue(
      (store, clock) => feedbackEndpoints({ store, leaveFeedback: new LeaveFeedback({ store, clock }) }),
      [FEEDBACK_STORE, CLOCK],
    );
  },
};
