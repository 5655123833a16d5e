import type { Dialect } from './dialect.js';
import { TABLES } from './tables.js';

/** A step of the schema. */
export interface SchemaStep {
  /** Statements, each with its semicolon. */
  readonly sql: string;
  /**
   * The oldest version whose programs still work after this step, so that they can continue next to newer ones while
   * instances are replaced one by one. 1 is the first.
   */
  readonly compatibleFrom: number;
}

const INDEXES = `
  create index users_by_department on users (department_id) where department_id is not null;
  create index users_inactive on users (id) where active = 0;
  create index user_identities_by_user on user_identities (user_id, position);
  create index user_permissions_that_end on user_permissions (until) where until is not null;
  create index user_keys_by_name on user_keys (name_key, user_id);
  create index user_keys_by_email on user_keys (email_key, user_id);
  create index departments_newest_first on departments (created_at desc, id desc);
  create index departments_by_parent on departments (parent_id) where parent_id is not null;
  create index audit_entries_by_user on audit_entries (user_id, id);
  create index audit_entries_by_department on audit_entries (department_id, id) where department_id is not null;
  create index audit_entries_by_batch on audit_entries (batch, id) where batch is not null;
  create index audit_entries_that_undo on audit_entries (reverts) where reverts is not null;
  create index audit_entries_of_erasures on audit_entries (user_id) where action = 'erase';
  create index audit_subjects_by_subject on audit_subjects (subject);
  create index audit_batches_by_newest on audit_batches (newest_id);
  create index audit_changes_by_permission on audit_changes (permission, entry_id);
  insert into counters (name, total) values ('audit_entries', 0), ('departments', 0), ('users', 0);`;

/**
 * The steps to the schema, the first makes everything. A version is a position here: once one is released, append, and never
 * change it.
 */
export function schemaOf(dialect: Dialect): readonly SchemaStep[] {
  const tables = TABLES.map((table) => dialect.createTable(table));
  return [{ sql: [...tables, INDEXES, dialect.more].join('\n'), compatibleFrom: 1 }];
}
