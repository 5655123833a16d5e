import type { UserSummaryJson } from '@ops-admin/core';
import { describeUser, namesOf, writeDepartmentTree } from '@ops-admin/core/operations';
import { Option } from 'commander';
import type { RegisterCommand } from '../command-context.js';
import { namedDepartment } from '../named-department.js';
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
import { listReport, tableLines } from '../present/report.js';
import { searchDepartments } from '../search-departments.js';
import { registerDepartmentChanges } from './department-changes.js';

type Options = DatabaseOption & JsonOption;

interface ListOptions extends Options {
  readonly search?: string;
  readonly limit?: number;
}

interface TreeOptions extends Options {
  readonly depth: number;
}

export const registerDepartments: RegisterCommand = (program, context) => {
  const { run } = context;
  const departments = program
    .command('departments')
    .description('show, create, change and delete departments');

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
          ? parts.departments
              .list({ details: true, ...(limit !== undefined && { end: limit }) })
              .map((page) => page.departments)
          : searchDepartments(parts.departments, search, limit)
        ).map((found) =>
          listReport(found, {
            ID: ({ _id }) => _id,
            CODE: ({ code }) => code,
            NAME: ({ name }) => name,
            PARENT: ({ parentDepartment }) => parentDepartment?.name,
            MANAGER: ({ manager }) => manager?.personalInformation.name,
            USERS: ({ users }) => String(users),
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
        parts.departments.hierarchy({ details: true }).map(({ departments: forest }) => ({
          json: () => writeDepartmentTree(cutAt(depth, forest), 2),
          isPaged: true,
          lines: [...treeLines(forest, depth)],
        })),
      ),
    );

  departments
    .command('show')
    .description('show one department')
    .argument('<department>', 'an id, a code, or a name that one department has')
    .addOptions(...placeOptions())
    .action((text: string, options: Options) =>
      run(options, existing(options, ['departments']), ({ parts }) =>
        namedDepartment(parts.departments, text)
          .andThen(({ _id }) => parts.departments.find(_id))
          .map(({ department }) => ({
            json: department,
            isPaged: true,
            lines: tableLines(
              [
                ['ID', department._id],
                ['CODE', department.code],
                ['NAME', department.name],
                ['DESCRIPTION', department.description],
                ['PARENT', named(department.parentDepartment) ?? department.parentId ?? ''],
                ['MANAGER', department.manager && describeUser(namesOfUser(department.manager))],
                ['USERS', String(department.users)],
                ...department.children.map((child) => ['BELOW', named(child)]),
                ['CREATED', department.createdAt],
                ['UPDATED', department.updatedAt],
              ].filter((row): row is string[] => row[1] !== undefined && row[1] !== ''),
            ),
          })),
      ),
    );

  registerDepartmentChanges(departments, context);
};

function named(department: { readonly _id: string; readonly name: string } | undefined): string | undefined {
  return department && `${department.name} (${department._id})`;
}

function namesOfUser({ _id: userId, emails: [email], personalInformation: { name } }: UserSummaryJson) {
  return namesOf({ userId, email, name });
}
