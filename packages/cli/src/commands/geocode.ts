import { errAsync, okAsync, ResultAsync } from '@ops-admin/core';
import { type CliError, invalidInput } from '../cli-error.js';
import type { RegisterCommand } from '../command-context.js';
import type { CommandParts } from '../command-parts.js';
import { readText } from '../files/read-text.js';
import { explanationReport } from '../geocode/explanation-report.js';
import { geocodeMany } from '../geocode/geocode-many.js';
import { type DatabaseOption, type JsonOption, placeOptions } from '../options.js';
import { tableLines } from '../present/report.js';

interface Options extends DatabaseOption, JsonOption {
  readonly cache: boolean;
  readonly explain?: boolean;
}

export const registerGeocode: RegisterCommand = (program, { io, run }) => {
  program
    .command('geocode')
    .description('find addresses and airport codes')
    .argument(
      '<text...>',
      'an address, codes such as JFK EDDM, or several addresses in quotes; - reads lines from standard input',
    )
    .option('--no-cache', 'ask the address providers again, and do not cache the answers')
    .option(
      '--explain',
      'show the three best candidates of the offline gazetteer with the parts of their scores, and what it finds by itself',
    )
    .addOptions(...placeOptions())
    .action((words: string[], options: Options) => {
      if (options.explain) {
        return run(options, { database: options.db, needs: ['gazetteer'] }, ({ parts: { gazetteer } }) =>
          gazetteer.explain(words.join(' ')).map(explanationReport),
        );
      }
      return run(
        options,
        { database: options.db, keepsAddresses: options.cache, needs: ['locations'] },
        ({ parts: { locations } }) => {
          if (words.length === 1 && words[0] === '-') {
            return readText(io, '-').andThen((text) => {
              const texts = text.split('\n').filter((line) => line.trim() !== '');
              return texts.length === 0
                ? errAsync(invalidInput('standard input holds no text'))
                : geocodeMany(io, texts, locations, options);
            });
          }
          return textsOf(words, locations).andThen((texts) => {
            const [text = ''] = texts;
            if (texts.length > 1) return geocodeMany(io, texts, locations, options);
            return locations.find(text).map((location) => ({
              json: location,
              lines: tableLines([
                ['CITY', location.city],
                ['STATE', location.state],
                ['COUNTRY', location.country],
                ['LAT', String(location.lat)],
                ['LONG', String(location.long)],
              ]),
            }));
          });
        },
      );
    });
};

/**
 * The texts of a command line: all words as one text, or each word as a text if any has a space or all are airport codes in
 * upper case.
 */
function textsOf(
  words: readonly string[],
  locations: CommandParts['locations'],
): ResultAsync<readonly string[], CliError> {
  if (words.length === 1 || words.some((word) => /\s/.test(word))) return okAsync(words);
  return ResultAsync.combine(words.map((word) => locations.isAirport(word))).map((areAirports) =>
    areAirports.every(Boolean) ? words : [words.join(' ')],
  );
}
