import type { ImportSummary } from '@ops-admin/core';
import { ResultAsync } from 'neverthrow';
import type { CliError } from '../cli-error.js';
import type { RegisterCommand, Session } from '../command-context.js';
import type { Io } from '../io.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';

type Options = DatabaseOption & JsonOption;
type ImportFile = (io: Io, file: string, session: Session) => ResultAsync<ImportSummary, CliError>;

/** `import users|departments` */
export const registerImport: RegisterCommand = (program, { io, run }) => {
  const imports = program
    .command('import')
    .description('bring in users or departments, all or nothing; one that is there already is replaced');

  const register = (noun: string, load: () => Promise<ImportFile>) =>
    imports
      .command(noun)
      .description(`bring in ${noun}: a JSON array or one object a line, plain or as mongoexport writes it`)
      .argument('<file>', 'a file, or - for standard input')
      .addOption(databaseOption())
      .addOption(jsonOption())
      .action((file: string, options: Options) =>
        run(options, { database: { file: options.db, create: true } }, (session) =>
          ResultAsync.fromSafePromise(load())
            .andThen((importFile) => importFile(io, file, session))
            .map(({ created, updated, unchanged }) => ({
              json: { created, updated, unchanged },
              lines: [`${noun}: ${created} created, ${updated} updated, ${unchanged} unchanged`],
            })),
        ),
      );
  register('users', async () => (await import('../import/import-users.js')).importUsers);
  register('departments', async () => (await import('../import/import-departments.js')).importDepartments);
};
