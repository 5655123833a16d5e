import {
  type Department,
  type DepartmentDetails,
  err,
  ok,
  okAsync,
  type StoreUnavailable,
  type UnknownDepartment,
} from '@ops-admin/core';
import { writeDepartmentTree } from '@ops-admin/core/operations';
import { AnswerWithHeaders } from '../chain/answer-with-headers.js';
import { entityTag, TaggedText } from '../chain/tagged-text.js';
import { type Endpoint, endpoint, type Rights, type Tag } from '../endpoint.js';
import { type DescribedProblem, type Problem, type ServerFailure, storeFailure } from '../problem.js';
import {
  DEPARTMENT_HIERARCHY,
  DEPARTMENT_ID,
  DEPARTMENT_PAGE,
  DEPARTMENT_QUERY,
  DEPARTMENT_SCHEMAS,
  DEPARTMENT_SHOWN,
  type DepartmentPageJson,
  type DepartmentShownJson,
} from '../schemas/department.js';
import { listRangeOf } from '../schemas/list-range.js';
import { ADMINS } from './admin-changes.js';
import { RevisedTexts } from './revised-texts.js';

const DEPARTMENTS: Tag = {
  name: 'Departments',
  description: 'The departments of the organisation, for readers.',
};

/** 401 for a caller without the right; other endpoints say 403, but the interface requires 401 here. */
const ADMINS_READ: Rights = {
  who: 'admin',
  badToken: 'UNAUTHORIZED',
  notAdmin: { status: 401, code: 'UNAUTHORIZED' },
};

const LISTED = 'Departments retrieved successfully';
const SHOWN = 'Department retrieved successfully';
const HIERARCHY_SHOWN = 'Department hierarchy retrieved successfully';

/** Larger pages are written each time: keeping them would take too much memory. */
const MAX_DEPARTMENTS_REMEMBERED = 100;

const PARENT: Department = {
  _id: '65b100000000000000000001',
  name: 'Operations',
  description: 'Keeps everything running',
  parentId: null,
  createdAt: '2026-01-12T09:00:00.000Z',
  updatedAt: '2026-01-12T09:00:00.000Z',
};

const CHILD: Department = {
  _id: '65b100000000000000000002',
  name: 'Night shift',
  description: 'From ten to six',
  parentId: PARENT._id,
  createdAt: '2026-03-02T08:15:00.000Z',
  updatedAt: '2026-04-20T16:40:12.500Z',
  parentDepartment: {
    _id: PARENT._id,
    name: PARENT.name,
    description: PARENT.description,
    code: 'OPS',
  },
  manager: {
    _id: '65a100000000000000000002',
    emails: ['jonas.lindqvist@demo.example'],
    personalInformation: { firstName: 'Jonas', lastName: 'Lindqvist', name: 'Jonas Lindqvist' },
  },
};

export const EXAMPLE_DEPARTMENT: DepartmentDetails = { ...CHILD, code: 'OPS-N', users: 12 };

export function noSuchDepartment(id: string): DescribedProblem {
  return {
    status: 404,
    code: 'NOT_FOUND',
    message: `No department has the id ${id}`,
    when: 'No department has this id.',
  };
}

export function departmentFailure(error: UnknownDepartment | StoreUnavailable): Problem | ServerFailure {
  return error.type === 'store-unavailable' ? storeFailure(error) : noSuchDepartment(error.department);
}

/** The `ETag` of a department, which `If-Match` of a change names. It is of the record alone, not of users, manager or children. */
export function tagOfDepartment(version: string): string {
  return entityTag(version);
}

export const LIST_DEPARTMENTS: Endpoint = endpoint({
  method: 'get',
  path: '/department/list/{start}/{end}',
  operationId: 'listDepartments',
  tag: DEPARTMENTS,
  summary: 'List departments',
  description:
    'Parents and children in one flat list, newest first. 0 to 0 means all, 0 to 10 the first ten, 10 to 20 the next ten. A start at or beyond the end returns an empty page with the true total.',
  rights: ADMINS_READ,
  parameters: { ...listRangeOf('department') },
  query: DEPARTMENT_QUERY,
  ignoresOtherQuery: true,
  answer: {
    schema: DEPARTMENT_PAGE,
    description: 'The departments between the two indexes, and the number of all.',
    example: { message: LISTED, data: { total: 2, departments: [CHILD, PARENT] } },
  },
  isTagged: true,
  schemas: DEPARTMENT_SCHEMAS,
  handler({ departments: operations }) {
    const texts = new RevisedTexts();
    return async ({ parameters: { start, end }, query: { details = false } }) => {
      // Before the page is read, so that a text can only be newer than its revision.
      const revision = await (operations.revision?.() ?? okAsync(undefined));
      if (revision.isErr()) return err(storeFailure(revision.error));
      const key = `${start}-${end}${details ? ' details' : ''}`;
      const known = texts.find(key, revision.value);
      if (known) return ok(known);
      const page = await operations.list({ start, end, details });
      if (page.isErr()) return err(storeFailure(page.error));
      const { departments, total } = page.value;
      const json: DepartmentPageJson = { message: LISTED, data: { total, departments } };
      const text = new TaggedText(json);
      if (departments.length <= MAX_DEPARTMENTS_REMEMBERED) texts.keep(key, revision.value, text);
      return ok(text);
    };
  },
});

export const SHOW_DEPARTMENT_HIERARCHY: Endpoint = endpoint({
  method: 'get',
  path: '/department/hierarchy',
  operationId: 'showDepartmentHierarchy',
  tag: DEPARTMENTS,
  summary: 'Show the hierarchy of departments',
  description:
    'The top-level departments, each with the departments below it in `children`, newest first at every level. A department whose parent does not exist is at the top.',
  rights: ADMINS_READ,
  query: DEPARTMENT_QUERY,
  ignoresOtherQuery: true,
  answer: {
    schema: DEPARTMENT_HIERARCHY,
    description: 'The departments as a tree, and the number of all.',
    example: {
      message: HIERARCHY_SHOWN,
      data: { total: 2, departments: [{ ...PARENT, children: [{ ...CHILD, children: [] }] }] },
    },
  },
  isTagged: true,
  schemas: DEPARTMENT_SCHEMAS,
  handler:
    ({ departments: operations }) =>
    async ({ query: { details = false } }) => {
      const hierarchy = await operations.hierarchy({ details });
      if (hierarchy.isErr()) return err(storeFailure(hierarchy.error));
      const { departments, total } = hierarchy.value;
      const tree = writeDepartmentTree(departments);
      const message = JSON.stringify(HIERARCHY_SHOWN);
      return ok(new TaggedText(`{"message":${message},"data":{"total":${total},"departments":${tree}}}`));
    },
});

export const SHOW_DEPARTMENT: Endpoint = endpoint({
  method: 'get',
  path: '/department/{departmentId}',
  operationId: 'showDepartment',
  tag: DEPARTMENTS,
  summary: 'Show a department',
  description:
    'One department with its code, the number of its users, and the departments directly below it. The `ETag` is of its record alone, for `If-Match`: it stays while users come and go.',
  rights: ADMINS,
  parameters: { departmentId: DEPARTMENT_ID },
  query: {},
  answer: {
    schema: DEPARTMENT_SHOWN,
    description: 'The department.',
    example: { message: SHOWN, data: { department: { ...EXAMPLE_DEPARTMENT, children: [] } } },
    headers: ['ETag'],
  },
  schemas: DEPARTMENT_SCHEMAS,
  problems: [noSuchDepartment(CHILD._id)],
  handler:
    ({ departments: operations }) =>
    async ({ parameters: { departmentId } }) => {
      const found = await operations.find(departmentId);
      if (found.isErr()) return err(departmentFailure(found.error));
      const { department, version } = found.value;
      const json: DepartmentShownJson = { message: SHOWN, data: { department } };
      // Never 304: the answer also has what its tag does not cover.
      return ok(
        new AnswerWithHeaders(json, { ETag: tagOfDepartment(version), 'Cache-Control': 'private, no-cache' }),
      );
    },
});
