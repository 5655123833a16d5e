import {
  type Department,
  type DepartmentChanged,
  type DepartmentDetails,
  type DepartmentHierarchy,
  type DepartmentListOptions,
  type DepartmentNode,
  type DepartmentPage,
  type DepartmentShown,
  type ObjectId,
  type ParentDepartment,
  parseObjectId,
} from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject, type EntriesOf } from './answer-object.js';
import { type Answered, answered } from './answered.js';
import { parsedBy, percentDecoded } from './parsed-by.js';
import { type QuerySchemas, queryFlag } from './query-values.js';
import { USER_SUMMARY } from './user.js';
import { count, objectId, timestamp } from './values.js';

/** The answer of the list (interface, "GET /department/list/{start}/{end}"). */
export type DepartmentPageJson = Answered<Omit<DepartmentPage, 'revision'>>;

/** The answer of the hierarchy. */
export type DepartmentHierarchyJson = Answered<DepartmentHierarchy>;

/** The answer with one department. */
export type DepartmentShownJson = Answered<{ readonly department: DepartmentShown }>;

export const DEPARTMENT_QUERY: QuerySchemas<DepartmentListOptions> = {
  details: queryFlag('details', 'Whether each department has `code` and `users`, too.'),
};

const NO_ID = 'departmentId must be 24 hexadecimal digits';

export const DEPARTMENT_ID: v.GenericSchema<string, ObjectId> = v.pipe(
  v.string(),
  v.description('The identifier of the department.'),
  v.metadata({ pattern: '^[0-9a-fA-F]{24}$', examples: ['65b100000000000000000002'] }),
  percentDecoded(NO_ID),
  parsedBy(parseObjectId, NO_ID),
);

const PARENT_DEPARTMENT: v.GenericSchema<ParentDepartment> = answerObject<ParentDepartment>({
  _id: objectId(),
  name: v.string(),
  description: v.string(),
  code: v.string(),
});

const code = v.pipe(v.string(), v.description('Its code, empty for none; in lists only with `details`.'));
const users = count(
  'How many users are in it, without the departments below it; in lists only with `details`.',
);

const ENTRIES: EntriesOf<Department> = {
  _id: objectId(),
  name: v.string(),
  description: v.string(),
  parentId: v.pipe(v.nullable(objectId()), v.description('`null` for a top-level department.')),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  parentDepartment: v.optional(PARENT_DEPARTMENT),
  manager: v.optional(USER_SUMMARY),
  code: v.optional(code),
  users: v.optional(users),
};

export const DEPARTMENT: v.GenericSchema<Department> = answerObject<Department>(ENTRIES);

export const DEPARTMENT_WITH_CODE: v.GenericSchema<DepartmentChanged['department']> = answerObject<
  DepartmentChanged['department']
>({ ...ENTRIES, code });

const DEPARTMENT_NODE: v.GenericSchema<DepartmentNode> = answerObject<DepartmentNode>({
  ...ENTRIES,
  children: v.pipe(
    v.array(v.lazy(() => DEPARTMENT_NODE)),
    v.description('The departments below this one, newest first.'),
  ),
});

const DETAILED: v.GenericSchema<DepartmentDetails> = answerObject<DepartmentDetails>({
  ...ENTRIES,
  code,
  users,
});

const DEPARTMENT_WITH_CHILDREN: v.GenericSchema<DepartmentShown> = answerObject<DepartmentShown>({
  ...ENTRIES,
  code,
  users,
  children: v.pipe(
    v.array(DETAILED),
    v.description('The departments directly below this one, newest first.'),
  ),
});

const total = count('The number of all departments, not only those on this page.');

export const DEPARTMENT_PAGE: v.GenericSchema<DepartmentPageJson> = answered<DepartmentPageJson['data']>({
  total,
  departments: v.array(DEPARTMENT),
});

export const DEPARTMENT_HIERARCHY: v.GenericSchema<DepartmentHierarchyJson> = answered<DepartmentHierarchy>({
  total,
  departments: v.array(DEPARTMENT_NODE),
});

export const DEPARTMENT_SHOWN: v.GenericSchema<DepartmentShownJson> = answered<DepartmentShownJson['data']>({
  department: DEPARTMENT_WITH_CHILDREN,
});

export const DEPARTMENT_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  Department: DEPARTMENT,
  DepartmentDetails: DETAILED,
  DepartmentHierarchy: DEPARTMENT_HIERARCHY,
  DepartmentNode: DEPARTMENT_NODE,
  DepartmentPage: DEPARTMENT_PAGE,
  DepartmentShown: DEPARTMENT_SHOWN,
  DepartmentWithChildren: DEPARTMENT_WITH_CHILDREN,
  ParentDepartment: PARENT_DEPARTMENT,
  UserSummary: USER_SUMMARY,
};
