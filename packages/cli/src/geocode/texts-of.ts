import { okAsync, ResultAsync } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';

/**
 * What the words of a command line ask for: one text, or each word its own where any holds a space or all are codes in
 * upper case that airports have (decision 9).
 */
export function textsOf(
  words: readonly string[],
  locations: CommandParts['locations'],
): ResultAsync<readonly string[], CliError> {
  if (words.length === 1 || words.some((word) => /\s/.test(word))) return okAsync(words);
  return ResultAsync.combine(words.map((word) => locations.isAirport(word))).map((areAirports) =>
    areAirports.every(Boolean) ? words : [words.join(' ')],
  );
}
