import { type DepartmentNodeJson, writeDepartmentTree } from '@ops-admin/core';
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
        parts.departments
          .tree()
          .map((forest) => ({ json: () => writeDepartmentTree(forest, 2), lines: treeLines(forest) })),
      ),
    );
};

/** Deeper departments are indented as far, and their level is said. */
const MAX_LEVELS_INDENTED = 20;

/** A line each, without a call a level: departments may be deeper than the stack. */
function* treeLines(forest: readonly DepartmentNodeJson[]): Generator<string> {
  const open = [forest.values()];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const next = level.next();
    if (next.done) {
      open.pop();
      continue;
    }
    const { name, _id, children } = next.value;
    const depth = open.length - 1;
    const indent = '  '.repeat(Math.min(depth, MAX_LEVELS_INDENTED));
    yield `${indent}${depth > MAX_LEVELS_INDENTED ? `(${depth}) ` : ''}${name}  ${_id}`;
    open.push(children.values());
  }
}
