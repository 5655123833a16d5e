import type {
  Department,
  DepartmentHierarchy,
  DepartmentNode,
  DepartmentPage,
  ParentDepartment,
} from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject, type EntriesOf } from './answer-object.js';
import { type Answered, answered } from './answered.js';
import { USER_SUMMARY } from './user.js';
import { count, objectId, timestamp } from './values.js';

/** The answer of the list (interface, "GET /department/list/{start}/{end}"). */
export type DepartmentPageJson = Answered<Omit<DepartmentPage, 'revision'>>;

/** The answer of the hierarchy (decision 4). */
export type DepartmentHierarchyJson = Answered<DepartmentHierarchy>;

const PARENT_DEPARTMENT: v.GenericSchema<ParentDepartment> = answerObject<ParentDepartment>({
  _id: objectId(),
  name: v.string(),
  description: v.string(),
  code: v.string(),
});

const ENTRIES: EntriesOf<Department> = {
  _id: objectId(),
  name: v.string(),
  description: v.string(),
  parentId: v.pipe(v.nullable(objectId()), v.description('`null` for a top-level department.')),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  parentDepartment: v.optional(PARENT_DEPARTMENT),
  manager: v.optional(USER_SUMMARY),
};

const DEPARTMENT: v.GenericSchema<Department> = answerObject<Department>(ENTRIES);

const DEPARTMENT_NODE: v.GenericSchema<DepartmentNode> = answerObject<DepartmentNode>({
  ...ENTRIES,
  children: v.pipe(
    v.array(v.lazy(() => DEPARTMENT_NODE)),
    v.description('The departments below this one, newest first.'),
  ),
});

const total = count('The number of all departments, not only those on this page.');

/** `GET /department/list/{start}/{end}` */
export const DEPARTMENT_PAGE: v.GenericSchema<DepartmentPageJson> = answered<DepartmentPageJson['data']>({
  total,
  departments: v.array(DEPARTMENT),
});

/** `GET /department/hierarchy` */
export const DEPARTMENT_HIERARCHY: v.GenericSchema<DepartmentHierarchyJson> = answered<DepartmentHierarchy>({
  total,
  departments: v.array(DEPARTMENT_NODE),
});

/** By their names in generated clients. */
export const DEPARTMENT_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  Department: DEPARTMENT,
  DepartmentHierarchy: DEPARTMENT_HIERARCHY,
  DepartmentNode: DEPARTMENT_NODE,
  DepartmentPage: DEPARTMENT_PAGE,
  ParentDepartment: PARENT_DEPARTMENT,
  UserSummary: USER_SUMMARY,
};
