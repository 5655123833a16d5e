import type { DepartmentChanged } from '@ops-admin/core';
import { DEPARTMENT_TEXT_MAX_LENGTH, parseDepartment } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { type Answered, answered } from './answered.js';
import { bodyObject, HOW, NO_STRING } from './body-values.js';
import { DEPARTMENT_WITH_CODE } from './department.js';
import { parsedBy } from './parsed-by.js';
import { CHARACTER, type ChangeMembers, objectIdMember, userMember } from './user-change.js';
import { entryId } from './values.js';

interface DepartmentMembers {
  readonly description?: string | undefined;
  readonly code?: string | undefined;
  readonly parentId?: string | null | undefined;
  readonly managerId?: string | null | undefined;
}

/** What `POST /department/create` takes. */
export interface CreateDepartmentBody {
  readonly payload: ChangeMembers & DepartmentMembers & { readonly name: string };
}

/** What `PUT /department/update` takes. */
export interface UpdateDepartmentBody {
  readonly payload: ChangeMembers &
    DepartmentMembers & { readonly departmentId: string; readonly name?: string | undefined };
}

/** What `POST /department/delete` takes. */
export interface DeleteDepartmentBody {
  readonly payload: ChangeMembers & { readonly departmentId: string };
}

/** The answer to a change of one department: what the operation gives. */
export type DepartmentChangedJson = Answered<DepartmentChanged>;

/** A text of a department, as core reads it. */
function textOf(member: 'name' | 'description' | 'code', description: string): v.GenericSchema<string> {
  return v.pipe(
    v.string(NO_STRING),
    v.description(description),
    v.metadata({
      maxLength: DEPARTMENT_TEXT_MAX_LENGTH,
      pattern: `^${CHARACTER}${member === 'name' ? '+' : '*'}$`,
    }),
    parsedBy(
      (text) => parseDepartment({ [member]: text }).map(() => text),
      ({ problem }) => problem,
    ),
  );
}

const name = textOf('name', 'Its name.');

const members = {
  description: v.optional(textOf('description', 'Its purpose; empty by default.')),
  code: v.optional(textOf('code', 'Its code, which no other department has; empty for none.')),
  parentId: v.optional(
    v.pipe(
      v.nullable(v.string(NO_STRING)),
      v.description('The id or the code of the department above it; `null` for none.'),
    ),
  ),
  managerId: v.optional(
    v.pipe(v.nullable(userMember), v.description('The id or an e-mail of its manager; `null` for none.')),
  ),
};

export const CREATE_DEPARTMENT_BODY: v.GenericSchema<unknown, CreateDepartmentBody> = bodyObject({
  payload: bodyObject({ name, ...members, ...HOW }),
});

export const UPDATE_DEPARTMENT_BODY: v.GenericSchema<unknown, UpdateDepartmentBody> = bodyObject({
  payload: bodyObject({ departmentId: objectIdMember, name: v.optional(name), ...members, ...HOW }),
});

export const DELETE_DEPARTMENT_BODY: v.GenericSchema<unknown, DeleteDepartmentBody> = bodyObject({
  payload: bodyObject({ departmentId: objectIdMember, ...HOW }),
});

export const DEPARTMENT_CHANGED: v.GenericSchema<DepartmentChangedJson> = answered<DepartmentChanged>({
  result: v.picklist(['created', 'updated', 'unchanged', 'deleted']),
  department: DEPARTMENT_WITH_CODE,
  entry: v.optional(entryId('The entry that was written; missing if nothing changed and in a dry run.')),
});

export const DEPARTMENT_CHANGE_SCHEMAS: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> = {
  CreateDepartment: CREATE_DEPARTMENT_BODY,
  DeleteDepartment: DELETE_DEPARTMENT_BODY,
  DepartmentChanged: DEPARTMENT_CHANGED,
  DepartmentWithCode: DEPARTMENT_WITH_CODE,
  UpdateDepartment: UPDATE_DEPARTMENT_BODY,
};
