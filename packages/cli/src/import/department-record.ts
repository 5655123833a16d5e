import type { ObjectId } from '@ops-admin/core';
import type { DepartmentRecordToImport } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { unknownCalled } from '../files/header.js';
import { OBJECT_ID, TIMESTAMP } from './extended-json.js';
import type { CsvKind, RecordKind } from './record-form.js';
import { LINE, TEXT } from './text.js';

const noId: v.GenericSchema<unknown, ObjectId | null> = v.optional(v.nullable(OBJECT_ID), null);
const NAME = v.pipe(LINE, v.nonEmpty('must not be empty'));

/** A department in JSON is the whole of it. */
const WHOLE = v.object(
  {
    _id: OBJECT_ID,
    name: NAME,
    description: v.nullish(TEXT, ''),
    code: v.nullish(LINE, ''),
    parentId: noId,
    managerId: noId,
    createdAt: TIMESTAMP,
    updatedAt: v.optional(TIMESTAMP),
  },
  'must be an object',
);

/** One in CSV names what there are columns for. */
const NAMED = v.object({
  _id: OBJECT_ID,
  name: NAME,
  description: v.optional(TEXT),
  code: v.optional(LINE),
  parentId: v.optional(v.null()),
  parent: v.optional(LINE),
  manager: v.optional(LINE),
});

class CsvDepartment {}

/** A department as `import departments` takes one (decision 9). */
const DEPARTMENT_RECORD: v.GenericSchema<unknown, DepartmentRecordToImport> = v.lazy((value) =>
  value instanceof CsvDepartment
    ? v.pipe(
        NAMED,
        v.transform(({ _id: id, ...rest }) => {
          const named = Object.entries(rest).filter(([, one]) => one !== undefined);
          return { id, ...Object.fromEntries(named) };
        }),
      )
    : v.pipe(
        WHOLE,
        v.transform(({ _id: id, updatedAt, ...department }) => ({
          ...department,
          id,
          updatedAt: updatedAt ?? department.createdAt,
        })),
      ),
);

const CSV: CsvKind = {
  columns: {
    id: { names: [['id'], ['department id']] },
    name: { names: [['name', 'department', 'department name']] },
    description: { names: [['description']] },
    code: { names: [['code', 'department code']] },
    parent: { names: [['parent', 'parent id', 'parent code']] },
    manager: { names: [['manager', 'manager id', 'manager email']] },
  },
  check: ({ found, unknown }) => {
    const ofUser = unknownCalled({ unknown }, [
      'email',
      'emails',
      'mail',
      'first name',
      'last name',
      'permissions',
    ]);
    if (ofUser !== undefined)
      return `a file with the column ${ofUser} is none of departments; for users, there is import users`;
    const missing = ['id', 'name'].find((column) => !found.has(column));
    return missing && `no column of the header is the ${missing} of the department; call it ${missing}`;
  },
  valueOf: (cells) => {
    const filled = (column: string) => cells[column]?.trim() || undefined;
    const parent = filled('parent');
    return Object.assign(new CsvDepartment(), {
      _id: cells.id?.trim() ?? '',
      name: cells.name?.trim() ?? '',
      description: filled('description'),
      code: filled('code'),
      manager: filled('manager'),
      parent,
      // Nothing in the column of parents means the top; elsewhere it says nothing.
      parentId: parent === undefined && cells.parent !== undefined ? null : undefined,
    });
  },
  columnOf: ([member]) => COLUMNS[String(member)] ?? String(member ?? 'id'),
};

const COLUMNS: Readonly<Record<string, string>> = { _id: 'id', parentId: 'parent', managerId: 'manager' };

/** What `import departments` takes (decision 9). */
export const DEPARTMENTS: RecordKind<DepartmentRecordToImport> = {
  schema: DEPARTMENT_RECORD,
  members: new Map([['', Object.keys(WHOLE.entries)]]),
  // As `departments list --json` prints them.
  shown: new Set(['parentDepartment', 'manager', 'children']),
  lacking: () => undefined,
  once: ({ code }) =>
    code ? [{ text: code, path: ['code'], what: `${code} is the code of the department on line` }] : [],
  otherKind: (value) => {
    const own = ['emails', 'personalInformation', 'permissions', 'identities'].find((one) => one in value);
    return own && `this is no department: it has ${own}; for users, there is import users`;
  },
  csv: CSV,
};
