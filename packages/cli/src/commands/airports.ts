import { ResultAsync } from 'neverthrow';
import type { RegisterCommand } from '../command-context.js';
import { type JsonOption, jsonOption } from '../options.js';
import { tableLines } from '../present/report.js';

/** `airports info` */
export const registerAirports: RegisterCommand = (program, { run }) => {
  const airports = program.command('airports').description('look at the airport database');

  airports
    .command('info')
    .description('tell where the airport data comes from and how much there is')
    .addOption(jsonOption())
    .action((options: JsonOption) =>
      run(options, { locations: true }, ({ adapters, container }) => {
        const read = adapters.readAirportReferenceInfo(container.get(adapters.REFERENCE));
        return new ResultAsync(Promise.resolve(read)).map(({ fingerprint: _, ...info }) => ({
          json: info,
          lines: tableLines([
            ['SOURCE', info.source],
            ['DATE', info.date || 'not stated by the source'],
            ['ATTRIBUTION', info.attribution],
            ['AIRPORTS', String(info.airports)],
            ['IATA CODES', String(info.iataCodes)],
            ['ICAO CODES', String(info.icaoCodes)],
          ]),
        }));
      }),
    );
};
