import { searchDepartments, writeDepartmentTree } from '@ops-admin/core/operations';
import { Option } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import {
  type DatabaseOption,
  existing,
  type JsonOption,
  limitOption,
  parseCount,
  placeOptions,
  searchOption,
} from '../options.js';
import { cutAt, treeLines } from '../present/department-tree.js';
import { listReport } from '../present/report.js';

type Options = DatabaseOption & JsonOption;

interface ListOptions extends Options {
  readonly search?: string;
  readonly limit?: number;
}

interface TreeOptions extends Options {
  readonly depth: number;
}

/** `departments list|tree` */
export const registerDepartments: RegisterCommand = (program, { run }) => {
  const departments = program.command('departments').description('show departments');

  departments
    .command('list')
    .description('list departments, the newest first')
    .addOptions(
      searchOption('part of the name or the description, or the beginning of an id'),
      limitOption(),
      ...placeOptions(),
    )
    .action(({ limit, search, ...options }: ListOptions) =>
      run(options, existing(options, ['departments']), ({ parts }) =>
        (search === undefined
          ? parts.departments.list(limit === undefined ? {} : { end: limit }).map((page) => page.departments)
          : searchDepartments(parts.departments, search, limit)
        ).map((found) =>
          listReport(found, {
            ID: ({ _id }) => _id,
            NAME: ({ name }) => name,
            PARENT: ({ parentDepartment }) => parentDepartment?.name,
            MANAGER: ({ manager }) => manager?.personalInformation.name,
            CREATED: ({ createdAt }) => createdAt,
          }),
        ),
      ),
    );

  departments
    .command('tree')
    .description('show departments as a tree')
    .addOption(
      new Option('--depth <n>', 'show this many levels; 1 is the top level')
        .argParser(parseCount)
        .default(Number.POSITIVE_INFINITY, 'all'),
    )
    .addOptions(...placeOptions())
    .action(({ depth, ...options }: TreeOptions) =>
      run(options, existing(options, ['departments']), ({ parts }) =>
        parts.departments.hierarchy().map(({ departments: forest }) => ({
          json: () => writeDepartmentTree(cutAt(depth, forest), 2),
          isPaged: true,
          lines: [...treeLines(forest, depth)],
        })),
      ),
    );
};
