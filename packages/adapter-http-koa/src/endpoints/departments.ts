import { type Department, err, ok, okAsync } from '@ops-admin/core';
import { writeDepartmentTree } from '@ops-admin/core/operations';
import { TaggedText } from '../chain/tagged-text.js';
import { type Endpoint, endpoint, type Rights, type Tag } from '../endpoint.js';
import { storeFailure } from '../problem.js';
import {
  DEPARTMENT_HIERARCHY,
  DEPARTMENT_PAGE,
  DEPARTMENT_SCHEMAS,
  type DepartmentPageJson,
} from '../schemas/department.js';
import { listRangeOf } from '../schemas/list-range.js';
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

/** `GET /department/list/{start}/{end}` (interface, "GET /department/list/{start}/{end}") */
export const LIST_DEPARTMENTS: Endpoint = endpoint({
  method: 'get',
  path: '/department/list/{start}/{end}',
  operationId: 'listDepartments',
  tag: DEPARTMENTS,
  summary: 'List departments',
  description:
    'Parents and children in one flat list, newest first. 0 to 0 means all, 0 to 10 the first ten, 10 to 20 the next ten. A start at or past the end gives an empty page with the true total.',
  rights: ADMINS_READ,
  parameters: { ...listRangeOf('department') },
  query: {},
  invalid: {
    when: 'An index is not a whole number, or too large; or there is a query.',
    message: 'start must be a whole number from 0 to 9007199254740991',
  },
  answer: {
    schema: DEPARTMENT_PAGE,
    description: 'The departments between the two indexes, and the number of all.',
    example: { message: LISTED, data: { total: 2, departments: [CHILD, PARENT] } },
  },
  isTagged: true,
  schemas: DEPARTMENT_SCHEMAS,
  handler({ departments: operations }) {
    const texts = new RevisedTexts();
    return async ({ parameters: { start, end } }) => {
      // Before the page is read, so that a text can only be newer than its revision.
      const revision = await (operations.revision?.() ?? okAsync(undefined));
      if (revision.isErr()) return err(storeFailure(revision.error));
      const key = `${start}-${end}`;
      const known = texts.find(key, revision.value);
      if (known) return ok(known);
      const page = await operations.list({ start, end });
      if (page.isErr()) return err(storeFailure(page.error));
      const { departments, total } = page.value;
      const json: DepartmentPageJson = { message: LISTED, data: { total, departments } };
      const text = new TaggedText(json);
      if (departments.length <= MAX_DEPARTMENTS_REMEMBERED) texts.keep(key, revision.value, text);
      return ok(text);
    };
  },
});

/** `GET /department/hierarchy` (decision 4) */
export const SHOW_DEPARTMENT_HIERARCHY: Endpoint = endpoint({
  method: 'get',
  path: '/department/hierarchy',
  operationId: 'showDepartmentHierarchy',
  tag: DEPARTMENTS,
  summary: 'Show the hierarchy of departments',
  description:
    'The top-level departments, each with the departments below it in `children`, newest first at every level. A department whose parent does not exist is at the top.',
  rights: ADMINS_READ,
  query: {},
  invalid: {
    when: 'There is a query; this takes none.',
    message: '"depth" is not a parameter of this query; it has none',
  },
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
    async () => {
      const hierarchy = await operations.hierarchy();
      if (hierarchy.isErr()) return err(storeFailure(hierarchy.error));
      const { departments, total } = hierarchy.value;
      const tree = writeDepartmentTree(departments);
      const message = JSON.stringify(HIERARCHY_SHOWN);
      return ok(new TaggedText(`{"message":${message},"data":{"total":${total},"departments":${tree}}}`));
    },
});
