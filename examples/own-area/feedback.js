import { err, ok } from '@ops-admin/core';

/**
 * What a user thinks of how a ticket was handled. They have one opinion of a ticket: a later one replaces it.
 * @typedef {object} Feedback
 * @property {ObjectId} ticketId
 * @property {ObjectId} userId
 * @property {number} rating From 1 to 5.
 * @property {string} comment
 * @property {string} time When it was left, in ISO 8601, in UTC with milliseconds.
 * @import { ObjectId, Result } from '@ops-admin/core'
 */

export const RATING_MIN = 1;
export const RATING_MAX = 5;
export const COMMENT_MAX_LENGTH = 2_000;

/** @param {number} rating */
export function isRating(rating) {
  return Number.isInteger(rating) && rating >= RATING_MIN && rating <= RATING_MAX;
}

/** What PostgreSQL cannot keep, or a terminal should not be shown; tabs and line breaks are fine. */
const UNPRINTABLE = /\p{Cs}|(?![\t\r\n])\p{Cc}/u;

/**
 * Reads a comment. Errors: what is wrong with it.
 * @param {string} text
 * @returns {Result<string, string>}
 */
export function parseComment(text) {
  if ([...text].length > COMMENT_MAX_LENGTH) {
    return err(`must not be longer than ${COMMENT_MAX_LENGTH} characters`);
  }
  return UNPRINTABLE.test(text) ? err('must not contain control characters') : ok(text);
}
