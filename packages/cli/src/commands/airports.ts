import { referenceFileOf } from '@ops-admin/service/config';
import type { RegisterCommand } from '../command-context.js';
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
      ),
    )
    .addOption(new VariableOption('--force', 'take them even if many of today’s are missing'))
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action(({ db, force = false, from, ...options }: UpdateOptions) =>
      run(options, { database: db, needs: ['airportRenewals'] }, ({ config, parts }) =>
        parts.airportRenewals
          .renew({ force, from })
          .map((renewal) => renewalReport(referenceFileOf(config, db), renewal)),
      ),
    );

  airports
    .command('info')
    .description('show where the data on airports and places comes from and how much there is')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: DatabaseOption & JsonOption) =>
      run(options, { database: options.db, needs: ['airports'] }, ({ parts }) =>
        parts.airports.info().map(airportsReport),
      ),
    );
};
