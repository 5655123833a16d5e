import { ok, ResultAsync } from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import { locationsOf, referenceFileOf } from '../config/files.js';
import { VariableOption } from '../config/variable-option.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { airportsReport, renewalReport } from '../present/airports.js';

interface UpdateOptions extends DatabaseOption, JsonOption {
  readonly force?: boolean;
  readonly from?: string;
}

/** `airports update|info` */
export const registerAirports: RegisterCommand = (program, { run }) => {
  const airports = program.command('airports').description('look at the airport database, or renew it');

  airports
    .command('update')
    .description('renew the airports from the official files; a service that runs uses them at once')
    .addOption(
      new VariableOption(
        '--from <place>',
        'a folder, or the URL of one, that has airports.csv and regions.csv, plain or gzip; OurAirports’ own by default',
      ).env('OPS_FROM'),
    )
    .addOption(
      new VariableOption('--force', 'take them even if many of today’s are missing').env('OPS_FORCE'),
    )
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action(({ db, force = false, from, ...options }: UpdateOptions) =>
      // Nothing is opened: what is there may be what has to be repaired.
      run(options, {}, ({ adapters, config }) => {
        const file = referenceFileOf(config, db);
        return ResultAsync.fromSafePromise(adapters.referenceData())
          .andThen(({ airportFilesAt, OFFICIAL_AIRPORTS, renewAirports }) =>
            airportFilesAt(from ?? OFFICIAL_AIRPORTS).asyncAndThen((files) =>
              renewAirports({ files, file, force }),
            ),
          )
          .map((renewal) => renewalReport(file, renewal));
      }),
    );

  airports
    .command('info')
    .description('tell where the data on airports and places comes from and how much there is')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: DatabaseOption & JsonOption) =>
      run(
        options,
        (config) => ok({ locations: locationsOf(config, { ...options, cache: false }) }),
        ({ adapters, container }) =>
          ResultAsync.fromSafePromise(adapters.referenceData())
            .andThen(({ REFERENCE_DATA }) => container.get(REFERENCE_DATA).info())
            .map(airportsReport),
      ),
    );
};
