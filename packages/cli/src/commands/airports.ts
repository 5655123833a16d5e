import type { RegisterCommand } from '../command-context.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';
import { airportsReport } from '../present/airports.js';

export const registerAirports: RegisterCommand = (program, { run }) => {
  program
    .command('airports')
    .description('show the airport data')
    .command('info')
    .description('show the sources and the size of the airport and town data')
    .addOptions(databaseOption(), jsonOption())
    .action((options: DatabaseOption & JsonOption) =>
      run(options, { database: options.db, needs: ['airports'] }, ({ parts }) =>
        parts.airports.info().map(airportsReport),
      ),
    );
};
