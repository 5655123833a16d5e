const KEEP = `
  insert into ticket_feedback (ticket_id, user_id, rating, comment, time) values ($1, $2, $3, $4, $5)
  on conflict (ticket_id, user_id) do update set
    rating = excluded.rating, comment = excluded.comment, time = excluded.time`;
const COUNT = 'select count(*) as total from ticket_feedback';
const LIST = `
  select ticket_id as "ticketId", user_id as "userId", rating, comment, time from ticket_feedback
  order by time desc, ticket_id desc, user_id desc limit $1 offset $2`;

/**
 * Feedback in PostgreSQL.
 * @implements {FeedbackStore}
 * @import { PostgresDatabase } from '@ops-admin/adapter-postgres'
 * @import { ListRange } from '@ops-admin/core'
 * @import { Feedback } from './feedback.js'
 * @import { FeedbackStore } from './feedback-store.js'
 */
export class PostgresFeedbackStore {
  #database;

  /** @param {PostgresDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** @param {Feedback} feedback */
  keep({ ticketId, userId, rating, comment, time }) {
    const values = [ticketId, userId, rating, comment, time];
    return this.#database.run({ text: KEEP, values }).map(() => undefined);
  }

  /** @param {ListRange} range */
  list({ start, end }) {
    const limit = end === undefined ? null : Math.max(0, end - start);
    return this.#database.readTogether(async (connection) => {
      const [count] = /** @type {{ total: number }[]} */ (await connection.query({ text: COUNT }));
      const rows = await connection.query({ text: LIST, values: [limit, start] });
      return { total: count?.total ?? 0, feedback: /** @type {Feedback[]} */ (rows) };
    });
  }
}
