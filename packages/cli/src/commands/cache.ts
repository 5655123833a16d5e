import { existsSync } from 'node:fs';
import { type CacheSummary, LOOKUP_CACHE, ok, okAsync, type Result } from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import type { Parts } from '../compose.js';
import type { Config } from '../config/config.js';
import { cacheFileOf, isPostgresUrl } from '../config/files.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { tableLines } from '../present/report.js';

type Options = DatabaseOption & JsonOption;

const EMPTY: CacheSummary = { answers: 0, providers: [] };

/** `cache info|clear` */
export const registerCache: RegisterCommand = (program, { run }) => {
  const cache = program.command('cache').description('what address providers answered, kept for later');

  cache
    .command('info')
    .description('tell how many answers are kept')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, cacheThatIsThere(options), ({ adapters, config, container }) => {
        const summary = container.isBound(LOOKUP_CACHE)
          ? container.get(LOOKUP_CACHE).summarize()
          : okAsync(EMPTY);
        const file = adapters.shownPlace(cacheFileOf(config, options.db));
        return summary.map(({ answers, providers }) => ({
          json: { file, answers, providers },
          lines: tableLines([
            ['FILE', file],
            ['ANSWERS', String(answers)],
            ...providers.map((one) => [one.provider, String(one.answers)]),
          ]),
        }));
      }),
    );

  cache
    .command('clear')
    .description('forget every answer')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, cacheThatIsThere(options), ({ container }) => {
        const cleared = container.isBound(LOOKUP_CACHE) ? container.get(LOOKUP_CACHE).clear() : okAsync(0);
        return cleared.map((answers) => ({
          json: { cleared: answers },
          lines: [`answers forgotten: ${answers}`],
        }));
      }),
    );
};

/** The cache, where there is one: looking at it does not make it. */
function cacheThatIsThere({ db }: DatabaseOption): (config: Config) => Result<Parts, never> {
  return (config) => {
    const file = cacheFileOf(config, db);
    return ok(isPostgresUrl(file) || existsSync(file) ? { cache: { file } } : {});
  };
}
