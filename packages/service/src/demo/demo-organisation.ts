import { type DepartmentRecord, type ObjectId, parseObjectId, parseTimestamp } from '@ops-admin/core';
import type { UserRecord } from '@ops-admin/core/operations';

/** Users by number: first name, last name, the number of their department (0: none), permissions. */
const USERS: readonly [first: string, last: string, department: number, ...permissions: string[]][] = [
  [
    'Amara',
    'Okafor',
    1,
    'service.admin.access',
    'service.departments.*',
    'service.users.*',
    'service.audit.read',
  ],
  ['Jonas', 'Lindqvist', 5, 'service.tickets.read', 'service.tickets.comment', 'service.geo.read'],
  ['Priya', 'Raman', 2, 'service.billing.*', 'service.billing.export', 'service.reports'],
  ['Mateo', 'Herrera', 7, 'service.departments.read', 'service.users.read'],
  ['Yuki', 'Tanaka', 4, 'service.transcription', 'service.transcription.review'],
  ['Chloé', 'Dubois', 21, 'service.email-meter.read', 'service.email-meter.export', 'service.reports.read'],
  ['Samuel', 'Adeyemi', 13, 'service.tickets.*', 'service.feedback.read'],
  ['Ingrid', 'Haugen', 3, 'service.departments.read', 'service.departments.write', 'service.geo.read'],
  ['Omar', 'Farouk', 10, 'service.users.read', 'service.users.invite', 'service.users'],
  ['Grace', 'Kim', 8, 'service.billing.read'],
  ['Tomasz', 'Nowak', 6, 'service.geo.*', 'service.reports.read'],
  ['Leila', 'Haddad', 0],
];

/** Departments by number: name, code, description, the number of the parent (0: none) and of the manager (0: none). */
const DEPARTMENTS: readonly [
  name: string,
  code: string,
  description: string,
  parent: number,
  manager: number,
][] = [
  ['Operations', 'OPS', 'Runs what customers see', 0, 1],
  ['Finance', 'FIN', 'Money in, money out', 0, 3],
  ['People', 'PPL', 'Hiring, care and growth', 0, 8],
  ['Technology', 'TEC', 'Builds and keeps the systems', 0, 5],
  ['Customer Support', 'OPS-SUP', 'Answers customers', 1, 2],
  ['Logistics', 'OPS-LOG', 'Moves goods between sites', 1, 11],
  ['Facilities', 'OPS-FAC', 'Buildings and what is in them', 1, 4],
  ['Accounting', 'FIN-ACC', 'Books and closing', 2, 10],
  ['Payroll', 'FIN-PAY', 'Salaries and expenses', 2, 3],
  ['Recruiting', 'PPL-REC', 'Finds new colleagues', 3, 9],
  ['Learning', 'PPL-LRN', 'Courses and mentoring', 3, 0],
  ['Platform', 'TEC-PLT', 'Shared services and data', 4, 5],
  ['Applications', 'TEC-APP', 'What colleagues work with', 4, 7],
  ['Security', 'TEC-SEC', 'Keeps trouble out', 4, 1],
  ['First Line', 'OPS-SUP-1', 'The first answer', 5, 2],
  ['Second Line', 'OPS-SUP-2', 'The hard questions', 5, 7],
  ['Transcription', 'OPS-SUP-T', 'Calls into text', 5, 5],
  ['Fleet', 'OPS-LOG-F', 'Vans and drivers', 6, 11],
  ['Warehouses', 'OPS-LOG-W', 'Stock and shelves', 6, 0],
  ['Receivables', 'FIN-ACC-R', 'Invoices to customers', 8, 10],
  ['Payables', 'FIN-ACC-P', 'Invoices from suppliers', 8, 6],
  ['Databases', 'TEC-PLT-D', 'Storage and backups', 12, 5],
  ['Networks', 'TEC-PLT-N', 'Lines and names', 12, 0],
  ['Ticketing', 'TEC-APP-T', 'The ticket system and its feedback', 13, 7],
];

export const DEMO_ADMIN_ID: ObjectId = userId(1);
/** Somebody without the rights of an admin. */
export const DEMO_USER_ID: ObjectId = userId(2);

export const DEMO_USERS: readonly UserRecord[] = USERS.map(
  ([firstName, lastName, department, ...permissions], index) => ({
    id: userId(index + 1),
    emails: [`${firstName}.${lastName}@demo.example`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()],
    personalInformation: { firstName, lastName, name: `${firstName} ${lastName}` },
    permissions,
    departmentId: department > 0 ? departmentId(department) : null,
    identities: [],
  }),
);

export const DEMO_DEPARTMENTS: readonly DepartmentRecord[] = DEPARTMENTS.map(
  ([name, code, description, parent, manager], index) => {
    const createdAt = parseTimestamp(
      `2026-01-${String(index + 5).padStart(2, '0')}T09:00:00.000Z`,
    )._unsafeUnwrap();
    return {
      id: departmentId(index + 1),
      name,
      code,
      description,
      parentId: parent > 0 ? departmentId(parent) : null,
      managerId: manager > 0 ? userId(manager) : null,
      createdAt,
      updatedAt: createdAt,
    };
  },
);

function userId(n: number): ObjectId {
  return parseObjectId(`65a1${String(n).padStart(20, '0')}`)._unsafeUnwrap();
}

function departmentId(n: number): ObjectId {
  return parseObjectId(`65b1${String(n).padStart(20, '0')}`)._unsafeUnwrap();
}
