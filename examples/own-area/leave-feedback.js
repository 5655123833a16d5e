/**
 * Keeps what a user thinks of a ticket, in place of what they thought before. It does not ask who calls: whoever offers it
 * says who may, and hands on who they are.
 * @import { Clock } from '@ops-admin/core'
 * @import { Feedback } from './feedback.js'
 * @import { FeedbackStore } from './feedback-store.js'
 */
export class LeaveFeedback {
  #parts;

  /** @param {{ store: FeedbackStore, clock: Clock }} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Errors: `store-unavailable`.
   * @param {Omit<Feedback, 'time'>} given
   */
  execute(given) {
    const { clock, store } = this.#parts;
    const feedback = { ...given, time: clock().toISOString() };
    return store.keep(feedback).map(() => feedback);
  }
}
