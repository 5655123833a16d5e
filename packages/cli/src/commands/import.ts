import {
  forceOption,
  type ImportRecordsOptions,
  type ImportUsersOptions,
  importOptions,
} from '../bulk/change-options.js';
import type { RegisterCommand } from '../command-context.js';

export const registerImport: RegisterCommand = (program, context) => {
  const imports = program
    .command('import')
    .description('import users or departments; nothing is written before all of the file is judged');

  imports
    .command('users')
    .addOptions(...importOptions(), forceOption())
    .description(
      'import users from CSV or JSON: an array or one object a line, also as mongoexport writes it',
    )
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string, options: ImportUsersOptions) =>
      (await import('../bulk/import-users.js')).importUsers(context, file, options),
    );

  imports
    .command('departments')
    .addOptions(...importOptions())
    .description(
      'import departments from CSV or JSON: an array or one object a line, also as mongoexport writes it',
    )
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string, options: ImportRecordsOptions) =>
      (await import('../bulk/import-departments.js')).importDepartments(context, file, options),
    );
};
