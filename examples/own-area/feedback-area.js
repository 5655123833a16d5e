import { CLOCK } from '@ops-admin/core/ports';
import { bindValue, POSTGRES_DATABASE, SQLITE_DATABASE } from '@ops-admin/service';
import { feedbackEndpoints } from './feedback-endpoints.js';
import { FEEDBACK_STORE } from './feedback-store.js';
import { LeaveFeedback } from './leave-feedback.js';
import { LIST_FEEDBACK } from './list-feedback.js';
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
  modules({ find, get }) {
    const sqlite = find(SQLITE_DATABASE);
    const store = sqlite
      ? new SqliteFeedbackStore(sqlite)
      : new PostgresFeedbackStore(get(POSTGRES_DATABASE));
    return [bindValue(FEEDBACK_STORE, store)];
  },
  endpoints({ get }) {
    const store = get(FEEDBACK_STORE);
    return feedbackEndpoints({ store, leaveFeedback: new LeaveFeedback({ store, clock: get(CLOCK) }) });
  },
  commands: [LIST_FEEDBACK],
};
