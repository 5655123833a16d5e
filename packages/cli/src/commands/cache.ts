import { cacheFileOf, shownPlace } from '@ops-admin/service/config';
import { withThousands } from '../bulk/with-thousands.js';
import type { RegisterCommand } from '../command-context.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { tableLines } from '../present/report.js';

type Options = DatabaseOption & JsonOption;

export const registerCache: RegisterCommand = (program, { run }) => {
  const cache = program
    .command('cache')
    .description('show and clear the cached answers of address providers');

  cache
    .command('info')
    .description('show how many answers are cached')
    .addOptions(databaseOption(), jsonOption())
    .action((options: Options) =>
      run(options, { database: options.db, needs: ['addressCache'] }, ({ config, parts }) => {
        const file = shownPlace(cacheFileOf(config, options.db));
        return parts.addressCache.info().map(({ answers, providers }) => ({
          json: { file, answers, providers },
          lines: tableLines([
            ['FILE', file],
            ['ANSWERS', withThousands(answers)],
            ...providers.map((one) => [one.provider, withThousands(one.answers)]),
          ]),
        }));
      }),
    );

  cache
    .command('clear')
    .description('delete all cached answers')
    .addOptions(databaseOption(), jsonOption())
    .action((options: Options) =>
      run(options, { database: options.db, needs: ['addressCache'] }, ({ parts }) =>
        parts.addressCache.clear().map((answers) => ({
          json: { cleared: answers },
          lines: [`answers forgotten: ${withThousands(answers)}`],
        })),
      ),
    );
};
