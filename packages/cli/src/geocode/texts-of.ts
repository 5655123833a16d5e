import { okAsync, ResultAsync } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';

/**
 * The texts of a command line: all words as one text, or each word as a text if any has a space or all are airport codes in
 * upper case (decision 9).
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
