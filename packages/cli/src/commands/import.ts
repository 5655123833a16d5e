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
    .description('bring in users or departments, all or nothing; one that is there already is replaced');

  addImportUsersOptions(imports.command('users'))
    .description('bring in users: a JSON array or one object a line, plain or as mongoexport writes it')
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string, options: ImportUsersOptions) =>
      (await import('../import/import-users.js')).importUsers(context, file, options),
    );

  addImportOptions(imports.command('departments'))
    .description('bring in departments: a JSON array or one object a line, plain or as mongoexport writes it')
    .argument('<file>', 'a file, or - for standard input')
    .action(async (file: string, options: ImportDepartmentsOptions) =>
      (await import('../import/import-departments.js')).importDepartments(context, file, options),
    );
};
