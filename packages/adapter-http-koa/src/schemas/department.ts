import * as v from 'valibot';
import type {
  DepartmentHierarchyJson,
  DepartmentJson,
  DepartmentNodeJson,
  DepartmentPageJson,
  ParentDepartmentJson,
  UserSummaryJson,
} from '../present/department.js';
import { answerObject, type EntriesOf } from './answer-object.js';
import { objectId, timestamp } from './values.js';

export const PARENT_DEPARTMENT: v.GenericSchema<ParentDepartmentJson> = answerObject<ParentDepartmentJson>({
  _id: objectId(),
  name: v.string(),
  description: v.string(),
  code: v.string(),
});

export const USER_SUMMARY: v.GenericSchema<UserSummaryJson> = answerObject<UserSummaryJson>({
  _id: objectId(),
  emails: v.array(v.string()),
  personalInformation: answerObject<UserSummaryJson['personalInformation']>({
    firstName: v.string(),
    lastName: v.string(),
    name: v.string(),
  }),
});

const ENTRIES: EntriesOf<DepartmentJson> = {
  _id: objectId(),
  name: v.string(),
  description: v.string(),
  parentId: v.pipe(v.nullable(objectId()), v.description('`null` for a top-level department.')),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  parentDepartment: v.optional(PARENT_DEPARTMENT),
  manager: v.optional(USER_SUMMARY),
};

export const DEPARTMENT: v.GenericSchema<DepartmentJson> = answerObject<DepartmentJson>(ENTRIES);

export const DEPARTMENT_NODE: v.GenericSchema<DepartmentNodeJson> = answerObject<DepartmentNodeJson>({
  ...ENTRIES,
  children: v.pipe(
    v.array(v.lazy(() => DEPARTMENT_NODE)),
    v.description('The departments below this one, newest first.'),
  ),
});

const total = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.description('The number of all departments, whatever part of them is here.'),
);

/** `GET /department/list/{start}/{end}` */
export const DEPARTMENT_PAGE: v.GenericSchema<DepartmentPageJson> = answerObject<DepartmentPageJson>({
  message: v.string(),
  data: answerObject<DepartmentPageJson['data']>({ total, departments: v.array(DEPARTMENT) }),
});

/** `GET /department/hierarchy` */
export const DEPARTMENT_HIERARCHY: v.GenericSchema<DepartmentHierarchyJson> =
  answerObject<DepartmentHierarchyJson>({
    message: v.string(),
    data: answerObject<DepartmentHierarchyJson['data']>({ total, departments: v.array(DEPARTMENT_NODE) }),
  });
