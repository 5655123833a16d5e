import type { RegisterCommand } from '../command-context.js';
import {
  addImportOptions,
  addImportUsersOptions,
  type ImportDepartmentsOptions,
  type ImportUsersOptions,
} from '../import/import-options.js';

/** `import users|departments` */
export const registerImport: RegisterCommand = (program, context) => {
  const imports = program
    .command('import')
    .description('import users or departments, all or nothing; existing ones are replaced');

  addImportUsersOptions(imports.command('users'))
    .description('import users from JSON: an array or one object a line, also as mongoexport writes it')
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string, options: ImportUsersOptions) =>
      (await import('../import/import-users.js')).importUsers(context, file, options),
    );

  addImportOptions(imports.command('departments'))
    .description('import departments from JSON: an array or one object a line, also as mongoexport writes it')
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string, options: ImportDepartmentsOptions) =>
      (await import('../import/import-departments.js')).importDepartments(context, file, options),
    );
};
