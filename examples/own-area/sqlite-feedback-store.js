import { ok } from '@ops-admin/core';

const KEEP = `
  insert into ticket_feedback (ticket_id, user_id, rating, comment, time)
  values (:ticketId, :userId, :rating, :comment, :time)
  on conflict (ticket_id, user_id) do update set
    rating = excluded.rating, comment = excluded.comment, time = excluded.time`;
const COUNT = 'select count(*) from ticket_feedback';
const LIST = `
  select ticket_id as ticketId, user_id as userId, rating, comment, time from ticket_feedback
  order by time desc, ticket_id desc, user_id desc limit :limit offset :start`;

/**
 * Feedback in SQLite.
 * @implements {FeedbackStore}
 * @import { LiveDatabase } from '@ops-admin/adapter-sqlite'
 * @import { ListRange } from '@ops-admin/core'
 * @import { Feedback } from './feedback.js'
 * @import { FeedbackStore } from './feedback-store.js'
 */
export class SqliteFeedbackStore {
  #database;

  /** @param {LiveDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** @param {Feedback} feedback */
  keep(feedback) {
    return this.#database.write((sqlite) => {
      sqlite.prepare(KEEP).run(feedback);
      return ok(undefined);
    });
  }

  /** @param {ListRange} range */
  list({ start, end }) {
    const limit = end === undefined ? -1 : Math.max(0, end - start);
    return this.#database.read((sqlite) => {
      // One transaction, so that page and total are of the same moment.
      const read = sqlite.transaction(() => ({
        total: /** @type {number} */ (sqlite.prepare(COUNT).pluck().get()),
        feedback: /** @type {Feedback[]} */ (sqlite.prepare(LIST).all({ limit, start })),
      }));
      return ok(read());
    });
  }
}
