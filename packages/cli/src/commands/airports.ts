import { referenceFileOf } from '@ops-admin/service/config';
import type { RegisterCommand } from '../command-context.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { airportsReport, renewalReport } from '../present/airports.js';

interface UpdateOptions extends DatabaseOption, JsonOption {
  readonly force?: boolean;
  readonly from?: string;
}

/** `airports update|info` */
export const registerAirports: RegisterCommand = (program, { run }) => {
  const airports = program.command('airports').description('show and update the airport data');

  airports
    .command('update')
    .description('update the airports from the official files; a running service uses them at once')
    .option(
      '--from <place>',
      'a folder, or its URL, with airports.csv and regions.csv, plain or gzip; default: OurAirports',
    )
    .option('--force', 'accept the files even if many of today’s airports are missing')
    .addOptions(databaseOption(), jsonOption())
    .action(({ db, force = false, from, ...options }: UpdateOptions) =>
      run(options, { database: db, needs: ['airportRenewals'] }, ({ config, parts }) =>
        parts.airportRenewals
          .renew({ force, from })
          .map((renewal) => renewalReport(referenceFileOf(config, db), renewal)),
      ),
    );

  airports
    .command('info')
    .description('show the sources and the size of the airport and town data')
    .addOptions(databaseOption(), jsonOption())
    .action((options: DatabaseOption & JsonOption) =>
      run(options, { database: options.db, needs: ['airports'] }, ({ parts }) =>
        parts.airports.info().map(airportsReport),
      ),
    );
};
