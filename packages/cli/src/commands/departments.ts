import type { DepartmentNodeJson } from '@ops-admin/core';
import type { RegisterCommand } from '../command-context.js';
import { type DatabaseOption, databaseOption, existing, type JsonOption, jsonOption } from '../options.js';
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
      run(options, existing(options, ['departments']), ({ parts }) =>
        parts.departments.list().map((all) => ({
          json: all,
          lines: tableLines([
            ['ID', 'NAME', 'PARENT', 'MANAGER', 'CREATED'],
            ...all.map(({ _id, name, parentDepartment, manager, createdAt }) => [
              _id,
              name,
              parentDepartment?.name ?? '',
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
      run(options, existing(options, ['departments']), ({ parts }) =>
        parts.departments.tree().map((forest) => ({ json: forest, lines: treeLines(forest) })),
      ),
    );
};

function* treeLines(nodes: readonly DepartmentNodeJson[], depth = 0): Generator<string> {
  for (const { name, _id, children } of nodes) {
    yield `${'  '.repeat(depth)}${name}  ${_id}`;
    yield* treeLines(children, depth + 1);
  }
}
