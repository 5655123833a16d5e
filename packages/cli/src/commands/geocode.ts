import { Locate, ok, parseAddress } from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import { locationsOf } from '../config/files.js';
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
    .addOption(
      new VariableOption('--no-cache', 'ask the providers anew, and keep nothing').env('OPS_NO_CACHE'),
    )
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((text: string, options: Options) =>
      run(
        options,
        (config) => ok({ locations: locationsOf(config, options) }),
        ({ container }) =>
          parseAddress(text)
            .asyncAndThen((address) => container.get(Locate).execute(address))
            .map((location) => ({
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
