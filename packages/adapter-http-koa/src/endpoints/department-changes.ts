import {
  type ChangeDepartmentError,
  type DepartmentChanged,
  err,
  ok,
  type Result,
  type ResultAsync,
} from '@ops-admin/core';
import {
  describeDepartmentRefusal,
  describeRefusal,
  describeUnknownDepartment,
} from '@ops-admin/core/operations';
import type { AnswerWithHeaders } from '../chain/answer-with-headers.js';
import { isTagIn } from '../chain/tagged-text.js';
import {
  type Endpoint,
  type EndpointRequest,
  endpoint,
  type HandlerServices,
  type Tag,
} from '../endpoint.js';
import {
  conflict,
  type DescribedProblem,
  notAsSeen,
  type Problem,
  type ServerFailure,
  validationProblem,
} from '../problem.js';
import {
  CREATE_DEPARTMENT_BODY,
  DELETE_DEPARTMENT_BODY,
  DEPARTMENT_CHANGE_SCHEMAS,
  DEPARTMENT_CHANGED,
  type DepartmentChangedJson,
  UPDATE_DEPARTMENT_BODY,
} from '../schemas/department-change.js';
import {
  ADMINS_OR_DRY_RUN,
  AUDIT_ENTRY,
  changeFailure,
  HOW_CHANGED,
  namingEntry,
  originOf,
} from './admin-changes.js';
import { type RunOrigin, TRIED } from './answer-run.js';
import { departmentFailure, EXAMPLE_DEPARTMENT, noSuchDepartment, tagOfDepartment } from './departments.js';

const CHANGES: Tag = {
  name: 'Changes of departments',
  description: 'Admins create, update and delete departments. Every change is an entry of the audit log.',
};

const CREATED = 'Department created successfully';
const UPDATED = 'Department updated successfully';
const DELETED = 'Department deleted successfully';
const UNCHANGED = 'No change: the department already has these values';

const DEPARTMENT = EXAMPLE_DEPARTMENT;
const { _id: departmentId } = DEPARTMENT;

const NOT_AS_SEEN = notAsSeen('department');
const CODE_TAKEN = conflict(
  'the code "OPS" belongs to the department Operations (65b100000000000000000001)',
  'Another department has the code.',
);
const CYCLE: DescribedProblem = {
  ...CODE_TAKEN,
  when: 'Another department has the code, or the department would be below itself.',
};
const NOT_EMPTY = conflict(
  'Night shift (65b100000000000000000002) is not empty: it has 3 users and 1 department; move them first',
  'Users or departments are in it.',
);

function problemOf(error: ChangeDepartmentError): Problem | ServerFailure {
  switch (error.type) {
    case 'actor-refused':
    case 'reason-required':
    case 'store-unavailable':
      return changeFailure(error);
    case 'department-not-found':
      return noSuchDepartment(error.department);
    case 'department-outdated':
      return NOT_AS_SEEN;
    case 'code-taken':
    case 'department-not-empty':
    case 'parent-cycle':
      return { ...CODE_TAKEN, message: describeDepartmentRefusal(error) };
    case 'unknown-parent':
      return validationProblem(`payload.parentId: ${describeUnknownDepartment(error.parent)}`);
    case 'invalid-department':
      return validationProblem(`payload.${error.member} ${error.problem}`);
    case 'user-not-found':
      return validationProblem(`payload.managerId: ${describeRefusal(error)}`);
  }
}

interface Payload {
  readonly departmentId?: string;
  readonly reason?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Makes a change of one department, and answers with what the operation gives. */
async function answer(
  services: HandlerServices,
  { body, caller, ifMatch, requestId }: EndpointRequest<unknown, { readonly payload: Payload }>,
  done: string,
  change: (
    asked: RunOrigin & { readonly asSeen?: string },
  ) => ResultAsync<DepartmentChanged, ChangeDepartmentError>,
): Promise<Result<AnswerWithHeaders<DepartmentChangedJson>, Problem | ServerFailure>> {
  const { departmentId, dryRun = false, reason } = body.payload;
  const seen = await versionAsSeen(services, departmentId, ifMatch);
  if (seen.isErr()) return err(seen.error);
  const changed = await change({
    origin: originOf(caller, requestId, { reason }),
    actor: services.accessPolicy.actorOf(caller, { dryRun }),
    dryRun,
    ...seen.value,
  });
  if (changed.isErr()) return err(problemOf(changed.error));
  const { entry, result } = changed.value;
  const message = dryRun ? TRIED : result === 'unchanged' ? UNCHANGED : done;
  return ok(namingEntry({ message, data: changed.value }, entry));
}

/** The state of a department that `If-Match` names, so that the store changes no other state. */
async function versionAsSeen(
  { departments }: HandlerServices,
  id: string | undefined,
  ifMatch: string | undefined,
): Promise<Result<{ readonly asSeen?: string }, Problem | ServerFailure>> {
  if (id === undefined || ifMatch === undefined) return ok({});
  const found = await departments.find(id);
  if (found.isErr()) return err(departmentFailure(found.error));
  const { version } = found.value;
  return isTagIn(ifMatch, tagOfDepartment(version)) ? ok({ asSeen: version }) : err(NOT_AS_SEEN);
}

const SHARED = {
  tag: CHANGES,
  rights: ADMINS_OR_DRY_RUN,
  query: {},
  schemas: DEPARTMENT_CHANGE_SCHEMAS,
} as const;

const shown = (message: string, result: DepartmentChanged['result'], description: string) => ({
  schema: DEPARTMENT_CHANGED,
  description,
  example: { message, data: { result, department: DEPARTMENT, entry: 43 } },
  headers: [AUDIT_ENTRY],
});

const AFTER = 'The department after the change, with its code.';

export const CREATE_DEPARTMENT: Endpoint = endpoint({
  ...SHARED,
  method: 'post',
  path: '/department/create',
  operationId: 'createDepartment',
  summary: 'Create a department',
  description: `Only the name is required. ${HOW_CHANGED}`,
  body: {
    schema: CREATE_DEPARTMENT_BODY,
    examples: {
      preview: {
        summary: 'Preview of a new department',
        value: { payload: { name: 'Early shift', code: 'OPS-E', parentId: 'OPS', dryRun: true } },
      },
    },
  },
  answer: shown(CREATED, 'created', AFTER),
  problems: [CODE_TAKEN],
  handler: (services) => (request) => {
    const { code, description, managerId: manager, name, parentId: parent } = request.body.payload;
    return answer(services, request, CREATED, (asked) =>
      services.departmentChanges.create({ name, description, code, parent, manager, ...asked }),
    );
  },
});

export const UPDATE_DEPARTMENT: Endpoint = endpoint({
  ...SHARED,
  method: 'put',
  path: '/department/update',
  operationId: 'updateDepartment',
  summary: 'Change a department',
  description: `Renames a department, moves it below another one or to the top, or changes its code or manager; members that are not named stay. ${HOW_CHANGED} Safe to repeat.`,
  body: {
    schema: UPDATE_DEPARTMENT_BODY,
    examples: {
      preview: {
        summary: 'Preview of a move to the top',
        value: { payload: { departmentId, parentId: null, dryRun: true } },
      },
    },
  },
  answer: shown(UPDATED, 'updated', AFTER),
  problems: [noSuchDepartment(departmentId), CYCLE, NOT_AS_SEEN],
  handler: (services) => (request) => {
    const { code, departmentId: department, description, name } = request.body.payload;
    const { managerId: manager, parentId: parent } = request.body.payload;
    return answer(services, request, UPDATED, (asked) =>
      services.departmentChanges.update({ department, name, description, code, parent, manager, ...asked }),
    );
  },
});

export const DELETE_DEPARTMENT: Endpoint = endpoint({
  ...SHARED,
  method: 'post',
  path: '/department/delete',
  operationId: 'deleteDepartment',
  summary: 'Delete a department',
  description: `The department must have no users and no departments below it. The deletion cannot be undone. ${HOW_CHANGED}`,
  body: {
    schema: DELETE_DEPARTMENT_BODY,
    examples: {
      preview: { summary: 'Preview', value: { payload: { departmentId, dryRun: true } } },
    },
  },
  answer: shown(
    DELETED,
    'deleted',
    'The department before its deletion. Only its entries in the audit log stay.',
  ),
  problems: [noSuchDepartment(departmentId), NOT_EMPTY, NOT_AS_SEEN],
  handler: (services) => (request) => {
    const { departmentId: department } = request.body.payload;
    return answer(services, request, DELETED, (asked) =>
      services.departmentChanges.delete({ department, ...asked }),
    );
  },
});
