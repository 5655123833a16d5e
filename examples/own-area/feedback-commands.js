import { listRange } from '@ops-admin/core';
import { InvalidArgumentError } from 'commander';
import { isRating, RATING_MAX, RATING_MIN } from './feedback.js';
import { FEEDBACK_STORE } from './feedback-store.js';

/**
 * `feedback list [--rating N]`
 * @type {AddAreaCommands}
 * @import { AddAreaCommands, AreaCommandOptions } from '@ops-admin/cli'
 */
export const addFeedbackCommands = (program, { databaseOption, jsonOption, run }) => {
  program
    .command('feedback')
    .description('show what users think of how tickets were handled')
    .command('list')
    .description('list feedback, newest first')
    .option('--rating <n>', `of this rating alone, ${RATING_MIN} to ${RATING_MAX}`, parseRating)
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((/** @type {AreaCommandOptions & { rating?: number }} */ { rating, ...options }) =>
      run(options, { port: FEEDBACK_STORE }, (store) =>
        store.list(listRange()).map(({ feedback }) => ({
          records: feedback.filter((one) => rating === undefined || one.rating === rating),
        })),
      ),
    );
};

/** @param {string} text */
function parseRating(text) {
  const rating = Number(text);
  if (isRating(rating)) return rating;
  throw new InvalidArgumentError(`Write a whole number from ${RATING_MIN} to ${RATING_MAX}.`);
}
