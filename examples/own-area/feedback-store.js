import { port } from '@ops-admin/core/ports';

/**
 * A part of the feedback, with the number of all.
 * @typedef {object} FeedbackPage
 * @property {number} total
 * @property {readonly Feedback[]} feedback
 */

/**
 * The port: where feedback is kept. What every store of it keeps to is in feedback-store.contract.js.
 * @typedef {object} FeedbackStore
 * @property {(feedback: Feedback) => ResultAsync<void, StoreUnavailable>} keep
 * In place of what the user said of the ticket before; durable before the result is there.
 * @property {(range: ListRange) => ResultAsync<FeedbackPage, StoreUnavailable>} list
 * Newest first; equal times by ticket and user, descending, so that pages never overlap.
 * @import { ListRange, ResultAsync, StoreUnavailable } from '@ops-admin/core'
 * @import { Port } from '@ops-admin/core/ports'
 * @import { Feedback } from './feedback.js'
 */

/** @type {Port<FeedbackStore>} */
export const FEEDBACK_STORE = port('tickets.FeedbackStore');
