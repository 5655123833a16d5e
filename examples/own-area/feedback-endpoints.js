import { endpoint, storeFailure } from '@ops-admin/adapter-http-koa';
import { listRangeOf, parsedBy, percentDecoded } from '@ops-admin/adapter-http-koa/config';
import { listRange, parseObjectId } from '@ops-admin/core';
import * as v from 'valibot';
import { COMMENT_MAX_LENGTH, parseComment, RATING_MAX, RATING_MIN } from './feedback.js';

/**
 * Rights come first. Every user who is signed in:
 * @type {Rights}
 * @import { Rights, Tag } from '@ops-admin/adapter-http-koa'
 * @import { FeedbackStore } from './feedback-store.js'
 * @import { LeaveFeedback } from './leave-feedback.js'
 */
const USERS = { who: 'caller', badToken: 'UNAUTHORIZED' };
/** Admins, and readers with `GET`: 401 without a valid token, 403 to everyone else. @type {Rights} */
const ADMINS = { who: 'admin', badToken: 'UNAUTHORIZED', notAdmin: { status: 403, code: 'FORBIDDEN' } };

/** @type {Tag} */
const TAG = { name: 'Ticket feedback', description: 'What users think of how tickets were handled.' };

const NO_ID = 'ticketId must be 24 hexadecimal digits';
const TICKET_ID = v.pipe(
  v.string(),
  v.description('The identifier of the ticket.'),
  v.metadata({ pattern: '^[0-9a-fA-F]{24}$', examples: ['65d100000000000000000001'] }),
  percentDecoded(NO_ID),
  parsedBy(parseObjectId, NO_ID),
);
const RATING = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(RATING_MIN, `must not be less than ${RATING_MIN}`),
  v.maxValue(RATING_MAX, `must not be more than ${RATING_MAX}`),
);
const COMMENT = v.pipe(
  v.string('must be a string'),
  v.metadata({ maxLength: COMMENT_MAX_LENGTH }),
  parsedBy(parseComment, (problem) => problem),
);
const BODY = v.strictObject(
  { payload: v.strictObject({ rating: RATING, comment: v.optional(COMMENT, '') }, notTaken) },
  notTaken,
);

const FEEDBACK = v.strictObject({
  ticketId: v.string(),
  userId: v.string(),
  rating: v.number(),
  comment: v.string(),
  time: v.pipe(v.string(), v.metadata({ format: 'date-time' })),
});
const LEFT = v.strictObject({ message: v.string(), data: v.strictObject({ feedback: FEEDBACK }) });
const PAGE = v.strictObject({
  message: v.string(),
  data: v.strictObject({ total: v.number(), feedback: v.array(FEEDBACK) }),
});
/** By the names that generated clients give them. */
const SCHEMAS = { TicketFeedback: FEEDBACK, LeaveFeedback: BODY, FeedbackLeft: LEFT, FeedbackPage: PAGE };

/** @param {{ leaveFeedback: LeaveFeedback, store: FeedbackStore }} parts */
export function feedbackEndpoints({ leaveFeedback, store }) {
  return [
    endpoint({
      method: 'post',
      path: '/tickets/{ticketId}/feedback',
      operationId: 'leaveFeedback',
      tag: TAG,
      summary: 'Say how a ticket was handled',
      description:
        'For every user. A later opinion of the same user replaces the one before. Safe to repeat.',
      rights: USERS,
      parameters: { ticketId: TICKET_ID },
      body: {
        schema: BODY,
        examples: { one: { summary: 'Well done', value: { payload: { rating: 5, comment: 'Thanks!' } } } },
      },
      invalid: {
        when: 'Something in the body is missing or wrong.',
        message: 'payload.rating must be from 1 to 5',
      },
      answer: { schema: LEFT, description: 'What was kept.' },
      schemas: SCHEMAS,
      handler:
        () =>
        async ({ body: { payload }, caller: { userId }, parameters: { ticketId } }) =>
          await leaveFeedback
            .execute({ ticketId, userId, ...payload })
            .map((feedback) => ({ message: 'Feedback left successfully', data: { feedback } }))
            .mapErr(storeFailure),
    }),
    endpoint({
      method: 'get',
      path: '/tickets/feedback/list/{start}/{end}',
      operationId: 'listFeedback',
      tag: TAG,
      summary: 'List feedback',
      description: 'Newest first; 0 to 0 is all of it.',
      rights: ADMINS,
      parameters: { ...listRangeOf('feedback') },
      invalid: { when: 'An index is not a whole number.', message: 'start must be a whole number from 0' },
      answer: { schema: PAGE, description: 'The feedback between the two indexes, and the number of all.' },
      schemas: SCHEMAS,
      handler:
        () =>
        async ({ parameters: { start, end } }) =>
          await store
            .list(listRange({ start, end }))
            .map(({ feedback, total }) => ({
              message: 'Feedback retrieved successfully',
              data: { total, feedback: [...feedback] },
            }))
            .mapErr(storeFailure),
    }),
  ];
}

/** @param {{ expected: string | null }} issue */
function notTaken({ expected }) {
  return expected === 'never' ? 'is not a member of this body' : 'must be an object';
}
