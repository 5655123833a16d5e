import { Locate, parseAddress } from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import { type JsonOption, jsonOption } from '../options.js';
import { tableLines } from '../present/report.js';

/** `geocode TEXT` */
export const registerGeocode: RegisterCommand = (program, { run }) => {
  program
    .command('geocode')
    .description('locate an address or an airport code')
    .argument('<text>', 'such as JFK, EDDM or "12 Rue de Rivoli, Paris"')
    .addOption(jsonOption())
    .action((text: string, options: JsonOption) =>
      run(options, { locations: true }, ({ container }) =>
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
