import type { RegisterCommand } from '../command-context.js';
import { VariableOption } from '../config/variable-option.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { tableLines } from '../present/report.js';

interface Options extends DatabaseOption, JsonOption {
  readonly cache: boolean;
}

/** `geocode TEXT` */
export const registerGeocode: RegisterCommand = (program, { run }) => {
  program
    .command('geocode')
    .description('locate an address or an airport code')
    .argument('<text>', 'such as JFK, EDDM or "12 Rue de Rivoli, Paris"')
    .addOption(new VariableOption('--no-cache', 'ask the providers again, and keep nothing'))
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((text: string, options: Options) =>
      run(
        options,
        { database: options.db, keepsAddresses: options.cache, needs: ['locations'] },
        ({ parts }) =>
          parts.locations.find(text).map((location) => ({
            json: location,
            lines: tableLines([
              ['CITY', location.city],
              ['STATE', location.state],
              ['COUNTRY', location.country],
              ['LAT', String(location.lat)],
              ['LONG', String(location.long)],
            ]),
          })),
      ),
    );
};
