import { err, type ObjectId, ok } from '@ops-admin/core';
import { type DepartmentRecordToImport, readCsvCell } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { type Cells, type FileForm, fileForm } from '../files/file-record.js';
import { unknownCalled } from '../files/header.js';
import { given } from '../given.js';
import { LINE, OBJECT_ID, TEXT, TIME_OR_DATE } from './record-values.js';

/** A department or a user as answers of the service show them within others. */
const SHOWN: v.GenericSchema<unknown, { readonly _id: ObjectId }> = v.object(
  { _id: OBJECT_ID },
  'must be an object',
);

const DEPARTMENT = v.object(
  {
    _id: v.optional(OBJECT_ID),
    name: v.pipe(LINE, v.nonEmpty('must not be empty')),
    description: v.nullish(TEXT),
    code: v.nullish(LINE),
    parentId: v.optional(v.nullable(OBJECT_ID)),
    parentDepartment: v.nullish(SHOWN),
    parent: v.optional(LINE),
    managerId: v.optional(v.nullable(OBJECT_ID)),
    manager: v.nullish(v.union([LINE, SHOWN], 'must be an id, an e-mail or a user')),
    createdAt: v.optional(TIME_OR_DATE),
    created_at: v.optional(TIME_OR_DATE),
    'created at': v.optional(TIME_OR_DATE),
    updatedAt: v.optional(TIME_OR_DATE),
    updated_at: v.optional(TIME_OR_DATE),
    'updated at': v.optional(TIME_OR_DATE),
  },
  'must be an object',
);

const COLUMNS: Readonly<Record<string, string>> = { _id: 'id', parentId: 'parent', managerId: 'manager' };

export interface DepartmentInFile extends Omit<DepartmentRecordToImport, 'id' | 'isFoundByCode'> {
  readonly id?: ObjectId;
}

export const DEPARTMENT_FORM: FileForm<DepartmentInFile> = fileForm({
  columns: {
    id: { names: [['id'], ['department id']] },
    name: { names: [['name', 'department', 'department name']] },
    description: { names: [['description']] },
    code: { names: [['code', 'department code']] },
    parent: { names: [['parent', 'parent id', 'parent code']] },
    manager: { names: [['manager', 'manager id', 'manager email']] },
    createdAt: { names: [['created at', 'created']] },
    updatedAt: { names: [['updated at', 'updated']] },
  },
  checkHeader: ({ found, unknown }) => {
    const names = ['email', 'emails', 'mail', 'first name', 'last name', 'permissions'];
    const ofUser = unknownCalled({ unknown }, names);
    if (ofUser !== undefined)
      return `this looks like a file of users, because it has the column ${ofUser}; use "import users"`;
    if (!found.has('name')) return 'no column of the header is the name of the department; call it name';
    if (found.has('id') || found.has('code')) return undefined;
    return 'no column of the header is the id or the code of the department; call it id or code';
  },
  takes: 'arrays',
  valueOf: (cells: Cells) => {
    const filled = (column: string) => readCsvCell(cells[column]?.trim() ?? '') || undefined;
    const parent = filled('parent');
    return given({
      _id: filled('id'),
      name: filled('name') ?? '',
      description: filled('description'),
      code: filled('code'),
      manager: filled('manager'),
      parent,
      // Nothing in the column of parents means the top; elsewhere it says nothing.
      parentId: parent === undefined && cells.parent !== undefined ? null : undefined,
      createdAt: filled('createdAt'),
      updatedAt: filled('updatedAt'),
    });
  },
  columnOf: ([member]) => COLUMNS[String(member)] ?? String(member ?? 'id'),
  members: new Map([['', Object.keys(DEPARTMENT.entries)]]),
  // As the service lists them.
  shown: new Set(['users']),
  otherKind: (value) => {
    const own = ['emails', 'personalInformation', 'permissions', 'identities'].find((one) => one in value);
    return own && `this looks like a user, because it has ${own}; use "import users"`;
  },
  schema: DEPARTMENT,
  what: 'the record',
  finish: ({ _id: id, code, description, manager, name, parent, parentDepartment, ...rest }) => {
    if (id === undefined && !code) return err('the record names no department: it needs an _id or a code');
    const parentId = rest.parentId === undefined ? parentDepartment?._id : rest.parentId;
    const isNamed = typeof manager === 'string';
    return ok({
      name,
      ...given({
        id,
        description: description === null ? '' : description,
        code: code === null ? '' : code,
        parent,
        parentId,
        manager: isNamed ? manager : undefined,
        managerId: rest.managerId === undefined && !isNamed ? manager?._id : rest.managerId,
        createdAt: rest.createdAt ?? rest.created_at ?? rest['created at'],
        updatedAt: rest.updatedAt ?? rest.updated_at ?? rest['updated at'],
      }),
    });
  },
});
