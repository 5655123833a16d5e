import type { Client, Problem } from '@ops-admin/client';
import { err, ok, type Result } from '@ops-admin/core';
import * as v from 'valibot';

const TEXT = v.string();
const TEXTS = v.array(TEXT);
const COUNT = v.number();
const PERSON = v.looseObject({
  _id: TEXT,
  emails: TEXTS,
  personalInformation: v.looseObject({ name: TEXT, firstName: TEXT, lastName: TEXT }),
});
const USER = v.looseObject({ ...PERSON.entries, permissions: TEXTS, ends: v.looseObject({}) });
const DEPARTMENT = v.looseObject({
  _id: TEXT,
  name: TEXT,
  description: TEXT,
  createdAt: TEXT,
  manager: v.optional(PERSON),
});
const NODE = v.looseObject({ ...DEPARTMENT.entries, children: v.array(v.unknown()) });
const ROW = v.looseObject({ result: TEXT, added: v.optional(TEXTS), removed: v.optional(TEXTS) });
const ROWS = v.looseObject({ results: v.array(ROW) });
const CHANGED_USER = v.looseObject({ userId: TEXT, result: TEXT });
const CHANGED_DEPARTMENT = v.looseObject({ department: DEPARTMENT, result: TEXT });
const ENTRY = v.looseObject({
  ...{ id: COUNT, time: TEXT, actor: TEXT, source: TEXT, action: TEXT },
  ...{ requested: TEXTS, added: TEXTS, removed: TEXTS, before: TEXTS, after: TEXTS },
  seal: v.looseObject({ previous: TEXT, digest: TEXT }),
});

/** The members that commands read of records in answers. The client has looked at the members around them. */
const RECORDS: { readonly [Name in keyof Client]?: v.GenericSchema } = {
  showSession: v.looseObject({ user: PERSON }),
  listUsers: v.looseObject({ users: v.array(USER) }),
  showUser: v.looseObject({ user: USER }),
  createUser: CHANGED_USER,
  updateUser: CHANGED_USER,
  setIdentity: CHANGED_USER,
  eraseUser: CHANGED_USER,
  listDepartments: v.looseObject({ departments: v.array(DEPARTMENT) }),
  showDepartmentHierarchy: v.looseObject({
    departments: v.custom<unknown>(isForest, 'a tree of departments'),
  }),
  showDepartment: v.looseObject({
    department: v.looseObject({ ...DEPARTMENT.entries, children: v.array(DEPARTMENT) }),
  }),
  createDepartment: CHANGED_DEPARTMENT,
  updateDepartment: CHANGED_DEPARTMENT,
  deleteDepartment: CHANGED_DEPARTMENT,
  changePermissions: ROWS,
  renamePermission: ROWS,
  revertChanges: ROWS,
  listPermissions: v.looseObject({
    permissions: v.array(v.looseObject({ permission: TEXT, holders: COUNT })),
  }),
  listModules: v.looseObject({ modules: v.array(v.looseObject({ module: TEXT, holders: COUNT })) }),
  listGrants: v.looseObject({ grants: v.array(v.looseObject({ userId: TEXT, permission: TEXT })) }),
  listAudit: v.looseObject({ entries: v.array(ENTRY) }),
  listAuditBatches: v.looseObject({ batches: v.array(v.looseObject({ until: TEXT, actor: TEXT })) }),
  showAuditEntry: v.looseObject({ entry: ENTRY }),
  showAuditHead: v.looseObject({ digest: TEXT }),
  exportAudit: ENTRY,
  locate: v.looseObject({ address: v.looseObject({ city: TEXT, state: TEXT, country: TEXT }) }),
};

/** Lets the data of an answer pass if its records have what commands read of them. */
export function readable<T>(name: keyof Client): (data: T) => Result<T, Problem> {
  return (data) => {
    const { issues: [issue] = [] } = v.safeParse(RECORDS[name] ?? v.unknown(), data);
    if (!issue) return ok(data);
    const message = `The answer has another shape: ${v.getDotPath(issue)} is not ${issue.expected}`;
    return err({ type: 'no-answer', message });
  };
}

/** Reports whether all departments of a tree can be read. Not recursive: departments can be deeper than the stack. */
function isForest(top: unknown): boolean {
  const left = [top];
  for (let nodes = left.pop(); nodes !== undefined; nodes = left.pop()) {
    if (!v.is(v.array(NODE), nodes)) return false;
    for (const { children } of nodes) left.push(children);
  }
  return true;
}
