import {
  type DepartmentJson,
  type DepartmentNodeJson,
  type ParentDepartmentJson,
  parseDepartmentIndex,
  type UserSummaryJson,
} from '@ops-admin/core';
import * as v from 'valibot';
import { answerObject, type EntriesOf } from './answer-object.js';
import { parsedBy, percentDecoded } from './parsed-by.js';
import { objectId, timestamp } from './values.js';

/** The answer of the list (interface, "GET /department/list/{start}/{end}"). */
export interface DepartmentPageJson {
  readonly message: string;
  readonly data: { readonly total: number; readonly departments: readonly DepartmentJson[] };
}

/** The answer of the hierarchy (decision 4). */
export interface DepartmentHierarchyJson {
  readonly message: string;
  readonly data: { readonly total: number; readonly departments: readonly DepartmentNodeJson[] };
}

/** A bound of the list in its path. */
function index(name: string, description: string, example: number): v.GenericSchema<string, number> {
  const message = `${name} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`;
  return v.pipe(
    v.string(),
    v.description(description),
    v.metadata({
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      examples: [example],
    }),
    percentDecoded(message),
    parsedBy(parseDepartmentIndex, message),
  );
}

export const START: v.GenericSchema<string, number> = index(
  'start',
  'Index of the first department; 0 is the beginning.',
  0,
);

export const END: v.GenericSchema<string, number> = index(
  'end',
  'Index after the last department; 0 means no upper bound.',
  10,
);

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

/** By the names that generated clients give them. */
export const DEPARTMENT_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  Department: DEPARTMENT,
  DepartmentHierarchy: DEPARTMENT_HIERARCHY,
  DepartmentNode: DEPARTMENT_NODE,
  DepartmentPage: DEPARTMENT_PAGE,
  ParentDepartment: PARENT_DEPARTMENT,
  UserSummary: USER_SUMMARY,
};
