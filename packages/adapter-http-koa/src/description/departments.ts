import type { DepartmentJson } from '../present/department.js';
import { DEPARTMENT_HIERARCHY, DEPARTMENT_PAGE } from '../schemas/department.js';
import { NO_TOKEN_OR_NO_ADMIN, OVERLOADED, SERVER_ERROR } from './common-problems.js';
import { IF_NONE_MATCH } from './if-none-match.js';
import type { Operation, ParameterDescription } from './operation.js';

const PARENT: DepartmentJson = {
  _id: '65b100000000000000000001',
  name: 'Operations',
  description: 'Keeps everything running',
  parentId: null,
  createdAt: '2026-01-12T09:00:00.000Z',
  updatedAt: '2026-01-12T09:00:00.000Z',
};

const CHILD: DepartmentJson = {
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

function index(name: string, description: string, example: number): ParameterDescription {
  const schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
  return { name, in: 'path', description, schema, example };
}

/** The list (interface, "GET /department/list/{start}/{end}"). */
export const LIST_DEPARTMENTS: Operation = {
  method: 'get',
  path: '/department/list/{start}/{end}',
  id: 'listDepartments',
  tag: 'Departments',
  summary: 'List departments',
  description:
    'For admins. Parents and children in one flat list, newest first. 0 to 0 is all of them, 0 to 10 the first ten, 10 to 20 the next ten. A start at or past the end gives an empty page with the true total.',
  needsToken: true,
  parameters: [
    index('start', 'Index of the first department; 0 is the beginning.', 0),
    index('end', 'Index behind the last department; 0 means no upper bound.', 10),
    IF_NONE_MATCH,
  ],
  answer: {
    schema: DEPARTMENT_PAGE,
    description: 'The departments between the two indexes, and the number of all.',
    headers: ['ETag'],
    example: {
      message: 'Departments retrieved successfully',
      data: { total: 2, departments: [CHILD, PARENT] },
    },
  },
  revalidates: true,
  problems: [
    {
      status: 400,
      code: 'VALIDATION_ERROR',
      when: 'An index is not a whole number, or too large.',
      message: `start must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
    },
    NO_TOKEN_OR_NO_ADMIN,
    SERVER_ERROR,
    OVERLOADED,
  ],
};

/** The hierarchy (interface, "GET /department/hierarchy"). */
export const SHOW_DEPARTMENT_HIERARCHY: Operation = {
  method: 'get',
  path: '/department/hierarchy',
  id: 'showDepartmentHierarchy',
  tag: 'Departments',
  summary: 'Show the hierarchy of departments',
  description:
    'For admins. The top-level departments, each with those below it in `children`, newest first at every level. A department whose parent is not there stands at the top.',
  needsToken: true,
  parameters: [IF_NONE_MATCH],
  answer: {
    schema: DEPARTMENT_HIERARCHY,
    description: 'The departments below their parents, and the number of all.',
    headers: ['ETag'],
    example: {
      message: 'Department hierarchy retrieved successfully',
      data: { total: 2, departments: [{ ...PARENT, children: [{ ...CHILD, children: [] }] }] },
    },
  },
  revalidates: true,
  problems: [NO_TOKEN_OR_NO_ADMIN, SERVER_ERROR, OVERLOADED],
};
