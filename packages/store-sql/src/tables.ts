import {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  type AuditBatch,
  type DepartmentRecord,
  type ObjectId,
} from '@ops-admin/core';
import { CHANGE_KINDS, type StoredChange, type StoredEntry, type StoredSubject } from './stored-entry.js';
import { type AnyTable, columnsOf, type Table } from './table.js';

const isOneOf = (column: string, values: readonly string[]) =>
  `check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`;

export interface UserRow {
  readonly id: ObjectId;
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
  readonly departmentId: ObjectId | null;
  /** 0 or 1. */
  readonly active: number;
  readonly salt: string;
}

export const USERS: Table<UserRow> = {
  name: 'users',
  columns: {
    id: 'text',
    firstName: 'text',
    lastName: 'text',
    name: 'text',
    departmentId: 'text?',
    active: 'integer',
    salt: 'text',
  },
  key: ['id'],
  constraints: ['check (active in (0, 1))'],
};

export interface EmailRow {
  readonly userId: ObjectId;
  readonly position: number;
  readonly email: string;
  /** See `foldKey`. */
  readonly emailKey: string;
}

/** The e-mails of users, in their order. Each belongs to one user, once. */
export const USER_EMAILS: Table<EmailRow> = {
  name: 'user_emails',
  columns: { userId: 'text', position: 'integer', email: 'text', emailKey: 'text' },
  key: ['userId', 'position'],
  constraints: ['foreign key (user_id) references users (id)', 'unique (email_key)'],
};

export interface IdentityRow {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: ObjectId;
  readonly position: number;
}

/** Identities that can act as users, in the order of each user. */
export const USER_IDENTITIES: Table<IdentityRow> = {
  name: 'user_identities',
  columns: { issuer: 'text', subject: 'text', userId: 'text', position: 'integer' },
  key: ['issuer', 'subject'],
  constraints: ['foreign key (user_id) references users (id)'],
};

export interface UserKeys {
  readonly userId: ObjectId;
  readonly nameKey: string;
  readonly emailKey: string;
  readonly searchText: string;
}

/** The search and sort keys of users, derived from `users` and `user_emails`, see `keysOf`. */
export const USER_KEYS: Table<UserKeys> = {
  name: 'user_keys',
  columns: { userId: 'text', nameKey: 'text', emailKey: 'text', searchText: 'text' },
  key: ['userId'],
};

export interface HeldPermission {
  readonly userId: ObjectId;
  /** Its place in the set: the number of the entry that gave it, and where in the set that entry left it. */
  readonly position: number;
  readonly permission: string;
  /** When it ends, in milliseconds; `null` if it is permanent. */
  readonly until: number | null;
}

/** The only record of held permissions. A permission stays here until an entry takes it, also after its end. */
export const USER_PERMISSIONS: Table<HeldPermission> = {
  name: 'user_permissions',
  columns: { userId: 'text', position: 'integer', permission: 'text', until: 'integer?' },
  key: ['userId', 'position'],
  constraints: ['unique (permission, user_id)'],
};

export interface DepartmentRow extends DepartmentRecord {
  /** The `foldKey` of the code; `null` without one. */
  readonly codeKey: string | null;
}

const DEPARTMENT_RECORD: Table<DepartmentRecord> = {
  name: 'departments',
  columns: {
    id: 'text',
    name: 'text',
    description: 'text',
    code: 'text',
    parentId: 'text?',
    managerId: 'text?',
    createdAt: 'text',
    updatedAt: 'text',
  },
  key: ['id'],
};

export const DEPARTMENT_COLUMNS: string = columnsOf(DEPARTMENT_RECORD);

/** Parents and managers are no foreign keys, because a department can name one that does not exist. Each code belongs to one. */
export const DEPARTMENTS: Table<DepartmentRow> = {
  ...DEPARTMENT_RECORD,
  columns: { ...DEPARTMENT_RECORD.columns, codeKey: 'text?' },
  constraints: ['unique (code_key)'],
};

/** The audit log; what an entry changed is in {@link AUDIT_CHANGES}. */
export const AUDIT_ENTRIES: Table<StoredEntry> = {
  name: 'audit_entries',
  columns: {
    id: 'integer',
    time: 'text',
    actor: 'text',
    source: 'text',
    action: 'text',
    userId: 'text?',
    requested: 'text',
    before: 'text',
    after: 'text?',
    endsBefore: 'text?',
    requestId: 'text?',
    reason: 'text?',
    batch: 'text?',
    reverts: 'integer?',
    members: 'text?',
    ends: 'text?',
    departmentId: 'text?',
    department_change: 'text?',
    former: 'text?',
    departmentDigest: 'text?',
    issuer: 'text?',
    subjectDigest: 'text?',
    profile: 'text?',
    previous: 'text',
    digest: 'text',
    keyId: 'text?',
    signature: 'text?',
  },
  key: ['id'],
  constraints: [isOneOf('source', AUDIT_SOURCES), isOneOf('action', AUDIT_ACTIONS)],
};

/** Changes by entries: these rows find entries by a permission. */
export const AUDIT_CHANGES: Table<StoredChange> = {
  name: 'audit_changes',
  columns: { entryId: 'integer', position: 'integer', kind: 'text', permission: 'text' },
  key: ['entryId', 'position'],
  constraints: [isOneOf('kind', CHANGE_KINDS)],
};

/** The subjects of identities in entries: apart from the audit log, because they go when their user is erased. */
export const AUDIT_SUBJECTS: Table<StoredSubject> = {
  name: 'audit_subjects',
  columns: { userId: 'text', entryId: 'integer', salt: 'text', subject: 'text' },
  key: ['userId', 'entryId'],
};

export interface BatchRow
  extends Pick<AuditBatch, 'batch' | 'entries' | 'newestId' | 'since' | 'undone' | 'until' | 'users'> {
  readonly firstId: number;
}

/** The totals of each batch: summing up a batch of a million for a list of batches takes seconds. Derived from the audit log. */
export const AUDIT_BATCHES: Table<BatchRow> = {
  name: 'audit_batches',
  columns: {
    batch: 'text',
    firstId: 'integer',
    newestId: 'integer',
    since: 'text',
    until: 'text',
    entries: 'integer',
    users: 'integer',
    undone: 'integer',
  },
  key: ['batch'],
};

/**
 * The number of the newest entry; how many departments and users there are, because counting a
 * million takes longer than a page of them. Servers lock the first row for every change.
 */
export const COUNTERS: Table<{ readonly name: string; readonly total: number }> = {
  name: 'counters',
  columns: { name: 'text', total: 'integer' },
  key: ['name'],
};

/** Every table, those that others refer to first. */
export const TABLES: readonly AnyTable[] = [
  USERS,
  USER_EMAILS,
  USER_IDENTITIES,
  USER_KEYS,
  USER_PERMISSIONS,
  DEPARTMENTS,
  AUDIT_ENTRIES,
  AUDIT_CHANGES,
  AUDIT_SUBJECTS,
  AUDIT_BATCHES,
  COUNTERS,
];

/** The tables of the audit log: rows are added, and neither altered nor removed. */
export const TRAIL_TABLES: readonly string[] = [AUDIT_ENTRIES.name, AUDIT_CHANGES.name];
