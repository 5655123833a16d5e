import type { ImportSummary, ResultAsync } from '@ops-admin/core';
import type { Imports } from '@ops-admin/service';
import { withThousands } from '../bulk/with-thousands.js';
import type { CliError } from '../cli-error.js';
import type { CommandContext, RegisterCommand } from '../command-context.js';
import type { Io } from '../io.js';
import { type DatabaseOption, databaseOption, type JsonOption, jsonOption } from '../options.js';

type Options = DatabaseOption & JsonOption;

/** Reads and checks a file, and says how to bring it in. */
type ReadFile = (io: Io, file: string) => ResultAsync<ImportInto, CliError>;
type ImportInto = (imports: Imports) => ResultAsync<ImportSummary, CliError>;

/** `import users|departments` */
export const registerImport: RegisterCommand = (program, context) => {
  const imports = program
    .command('import')
    .description('bring in users or departments, all or nothing; one that is there already is replaced');

  const register = (noun: string, load: () => Promise<ReadFile>) =>
    imports
      .command(noun)
      .description(`bring in ${noun}: a JSON array or one object a line, plain or as mongoexport writes it`)
      .argument('<file>', 'a file, or - for standard input')
      .addOption(databaseOption())
      .addOption(jsonOption())
      .action(async (file: string, options: Options) => {
        const readFile = await load();
        await importFile(context, noun, options, readFile(context.io, file));
      });
  register('users', async () => (await import('../import/import-users.js')).readUsers);
  register('departments', async () => (await import('../import/import-departments.js')).readDepartments);
};

/** Opens the database, which may be a new one, only for a file that can be brought in. */
async function importFile(
  { fail, run }: CommandContext,
  noun: string,
  options: Options,
  reading: ResultAsync<ImportInto, CliError>,
): Promise<void> {
  const read = await reading;
  if (read.isErr()) return fail(read.error);
  await run(options, { database: options.db, needs: ['imports'] }, ({ parts }) =>
    read.value(parts.imports).map(({ created, updated, unchanged }) => ({
      json: { created, updated, unchanged },
      lines: [
        `${noun}: ${withThousands(created)} created, ${withThousands(updated)} updated, ${withThousands(unchanged)} unchanged`,
      ],
    })),
  );
}
