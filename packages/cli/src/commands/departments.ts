import {
  ALL_DEPARTMENTS,
  type DepartmentNode,
  ListDepartments,
  presentDepartment,
  presentDepartmentNode,
  ShowDepartmentHierarchy,
} from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import {
  type DatabaseOption,
  databaseOption,
  existingDatabase,
  type JsonOption,
  jsonOption,
} from '../options.js';
import { tableLines } from '../present/report.js';

type Options = DatabaseOption & JsonOption;

/** `departments list|tree` */
export const registerDepartments: RegisterCommand = (program, { run }) => {
  const departments = program.command('departments').description('look at departments');

  departments
    .command('list')
    .description('list all departments, newest first')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, existingDatabase(options), ({ container }) =>
        container
          .get(ListDepartments)
          .execute(ALL_DEPARTMENTS)
          .map((page) => ({
            json: page.departments.map(presentDepartment),
            lines: tableLines([
              ['ID', 'NAME', 'PARENT', 'MANAGER', 'CREATED'],
              ...page.departments.map(({ id, name, parent, manager, createdAt }) => [
                id,
                name,
                parent?.name ?? '',
                manager?.personalInformation.name ?? '',
                createdAt,
              ]),
            ]),
          })),
      ),
    );

  departments
    .command('tree')
    .description('show departments below their parents')
    .addOption(databaseOption())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, existingDatabase(options), ({ container }) =>
        container
          .get(ShowDepartmentHierarchy)
          .execute()
          .map((hierarchy) => ({
            json: hierarchy.departments.map(presentDepartmentNode),
            lines: treeLines(hierarchy.departments),
          })),
      ),
    );
};

function* treeLines(nodes: readonly DepartmentNode[], depth = 0): Generator<string> {
  for (const { name, id, children } of nodes) {
    yield `${'  '.repeat(depth)}${name}  ${id}`;
    yield* treeLines(children, depth + 1);
  }
}
