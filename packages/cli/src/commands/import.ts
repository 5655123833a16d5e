import type { RegisterCommand } from '../command-context.js';
import {
  addImportOptions,
  addImportUsersOptions,
  type ImportRecordsOptions,
  type ImportUsersOptions,
} from '../import/import-options.js';

/** `import users|departments` */
export const registerImport: RegisterCommand = (program, context) => {
  const imports = program
    .command('import')
    .description('import users or departments; nothing is written before all of the file is judged');

  addImportUsersOptions(imports.command('users'))
    .description(
      'import users from CSV or JSON: an array or one object a line, also as mongoexport writes it',
    )
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string, options: ImportUsersOptions) =>
      (await import('../import/import-users.js')).importUsers(context, file, options),
    );

  addImportOptions(imports.command('departments'))
    .description(
      'import departments from CSV or JSON: an array or one object a line, also as mongoexport writes it',
    )
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string, options: ImportRecordsOptions) =>
      (await import('../import/import-departments.js')).importDepartments(context, file, options),
    );
};
