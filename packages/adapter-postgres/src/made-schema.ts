/**
 * What this version makes in a database, by object (decision 6). Known here, and not made for the comparison, so that a role that
 * only reads can check. `WRITE_SCHEMA=1` makes its test write this anew; then `biome check --write`.
 */
export const MADE_SCHEMA: Readonly<Record<string, string>> = {
  'constraint audit_archives.audit_archives_pkey': 'PRIMARY KEY (last_id)',
  'constraint audit_batches.audit_batches_pkey': 'PRIMARY KEY (batch)',
  'constraint audit_changes.audit_changes_is_added_check':
    'CHECK ((is_added = ANY (ARRAY[(0)::bigint, (1)::bigint])))',
  'constraint audit_changes.audit_changes_pkey': 'PRIMARY KEY (entry_id, "position")',
  'constraint audit_entries.audit_entries_action_check':
    "CHECK ((action = ANY (ARRAY['add'::text, 'remove'::text, 'set'::text, 'revert'::text, 'link'::text, 'unlink'::text, 'create'::text, 'update'::text, 'activate'::text, 'deactivate'::text, 'erase'::text, 'expire'::text, 'attest'::text, 'rotate'::text, 'department'::text])))",
  'constraint audit_entries.audit_entries_pkey': 'PRIMARY KEY (id)',
  'constraint audit_entries.audit_entries_source_check':
    "CHECK ((source = ANY (ARRAY['http'::text, 'cli'::text, 'import'::text, 'embedded'::text, 'service'::text])))",
  'constraint audit_sets.audit_sets_pkey': 'PRIMARY KEY (user_id, entry_id)',
  'constraint audit_subjects.audit_subjects_pkey': 'PRIMARY KEY (user_id, entry_id)',
  'constraint counters.counters_pkey': 'PRIMARY KEY (name)',
  'constraint departments.departments_pkey': 'PRIMARY KEY (id)',
  'constraint geocode_answers.geocode_answers_pkey': 'PRIMARY KEY (key)',
  'constraint ops_admin_schema.ops_admin_schema_only_row_check': 'CHECK ((only_row = 1))',
  'constraint ops_admin_schema.ops_admin_schema_pkey': 'PRIMARY KEY (only_row)',
  'constraint rate_limits.rate_limits_pkey': 'PRIMARY KEY (key)',
  'constraint user_emails.user_emails_pkey': 'PRIMARY KEY (user_id, "position")',
  'constraint user_emails.user_emails_user_id_fkey': 'FOREIGN KEY (user_id) REFERENCES users(id)',
  'constraint user_identities.user_identities_pkey': 'PRIMARY KEY (issuer, subject)',
  'constraint user_identities.user_identities_user_id_fkey': 'FOREIGN KEY (user_id) REFERENCES users(id)',
  'constraint user_keys.user_keys_pkey': 'PRIMARY KEY (user_id)',
  'constraint user_permissions.user_permissions_pkey': 'PRIMARY KEY (permission, user_id)',
  'constraint users.users_active_check': 'CHECK ((active = ANY (ARRAY[(0)::bigint, (1)::bigint])))',
  'constraint users.users_pkey': 'PRIMARY KEY (id)',
  'function audit_entries_are_append_only()':
    "f trigger plpgsql v search_path begin if tg_op = 'DELETE' and tg_nargs = 1 then if (to_jsonb(old) ->> tg_argv[0])::bigint <= (select coalesce(max(last_id), 0) from audit_archives) then return old; end if; end if; raise exception 'audit entries are never altered or removed'; end ",
  'index audit_archives_pkey':
    'CREATE UNIQUE INDEX audit_archives_pkey ON audit_archives USING btree (last_id)',
  'index audit_batches_by_newest':
    'CREATE INDEX audit_batches_by_newest ON audit_batches USING btree (newest_id)',
  'index audit_batches_pkey': 'CREATE UNIQUE INDEX audit_batches_pkey ON audit_batches USING btree (batch)',
  'index audit_changes_by_permission':
    'CREATE INDEX audit_changes_by_permission ON audit_changes USING btree (permission, entry_id)',
  'index audit_changes_pkey':
    'CREATE UNIQUE INDEX audit_changes_pkey ON audit_changes USING btree (entry_id, "position")',
  'index audit_entries_by_batch':
    'CREATE INDEX audit_entries_by_batch ON audit_entries USING btree (batch, id) WHERE (batch IS NOT NULL)',
  'index audit_entries_by_user':
    'CREATE INDEX audit_entries_by_user ON audit_entries USING btree (user_id, id)',
  'index audit_entries_of_erasures':
    "CREATE INDEX audit_entries_of_erasures ON audit_entries USING btree (user_id) WHERE (action = 'erase'::text)",
  'index audit_entries_pkey': 'CREATE UNIQUE INDEX audit_entries_pkey ON audit_entries USING btree (id)',
  'index audit_entries_that_changed':
    'CREATE INDEX audit_entries_that_changed ON audit_entries USING btree (user_id, id) WHERE (before_digest <> after_digest)',
  'index audit_entries_that_set_ends':
    'CREATE INDEX audit_entries_that_set_ends ON audit_entries USING btree (id) WHERE (ends IS NOT NULL)',
  'index audit_entries_that_undo':
    'CREATE INDEX audit_entries_that_undo ON audit_entries USING btree (reverts) WHERE (reverts IS NOT NULL)',
  'index audit_sets_pkey':
    'CREATE UNIQUE INDEX audit_sets_pkey ON audit_sets USING btree (user_id, entry_id)',
  'index audit_subjects_by_subject':
    'CREATE INDEX audit_subjects_by_subject ON audit_subjects USING btree (subject)',
  'index audit_subjects_pkey':
    'CREATE UNIQUE INDEX audit_subjects_pkey ON audit_subjects USING btree (user_id, entry_id)',
  'index counters_pkey': 'CREATE UNIQUE INDEX counters_pkey ON counters USING btree (name)',
  'index departments_by_code':
    "CREATE INDEX departments_by_code ON departments USING btree (code) WHERE (code <> ''::text)",
  'index departments_by_parent':
    'CREATE INDEX departments_by_parent ON departments USING btree (parent_id) WHERE (parent_id IS NOT NULL)',
  'index departments_newest_first':
    'CREATE INDEX departments_newest_first ON departments USING btree (created_at DESC, id DESC)',
  'index departments_pkey': 'CREATE UNIQUE INDEX departments_pkey ON departments USING btree (id)',
  'index geocode_answers_by_expiry':
    'CREATE INDEX geocode_answers_by_expiry ON geocode_answers USING btree (expires_at)',
  'index geocode_answers_by_number':
    'CREATE INDEX geocode_answers_by_number ON geocode_answers USING btree (number)',
  'index geocode_answers_pkey':
    'CREATE UNIQUE INDEX geocode_answers_pkey ON geocode_answers USING btree (key)',
  'index ops_admin_schema_pkey':
    'CREATE UNIQUE INDEX ops_admin_schema_pkey ON ops_admin_schema USING btree (only_row)',
  'index rate_limits_by_expiry': 'CREATE INDEX rate_limits_by_expiry ON rate_limits USING btree (expire)',
  'index rate_limits_pkey': 'CREATE UNIQUE INDEX rate_limits_pkey ON rate_limits USING btree (key)',
  'index user_emails_by_email': 'CREATE INDEX user_emails_by_email ON user_emails USING btree (lower(email))',
  'index user_emails_pkey':
    'CREATE UNIQUE INDEX user_emails_pkey ON user_emails USING btree (user_id, "position")',
  'index user_identities_by_user':
    'CREATE INDEX user_identities_by_user ON user_identities USING btree (user_id, "position")',
  'index user_identities_pkey':
    'CREATE UNIQUE INDEX user_identities_pkey ON user_identities USING btree (issuer, subject)',
  'index user_keys_by_email': 'CREATE INDEX user_keys_by_email ON user_keys USING btree (email_key, user_id)',
  'index user_keys_by_name': 'CREATE INDEX user_keys_by_name ON user_keys USING btree (name_key, user_id)',
  'index user_keys_pkey': 'CREATE UNIQUE INDEX user_keys_pkey ON user_keys USING btree (user_id)',
  'index user_permissions_pkey':
    'CREATE UNIQUE INDEX user_permissions_pkey ON user_permissions USING btree (permission, user_id)',
  'index user_permissions_that_end':
    'CREATE INDEX user_permissions_that_end ON user_permissions USING btree (until) WHERE (until IS NOT NULL)',
  'index users_by_department':
    'CREATE INDEX users_by_department ON users USING btree (department_id) WHERE (department_id IS NOT NULL)',
  'index users_inactive': 'CREATE INDEX users_inactive ON users USING btree (id) WHERE (active = 0)',
  'index users_pkey': 'CREATE UNIQUE INDEX users_pkey ON users USING btree (id)',
  'sequence geocode_answer_numbers': 'p',
  'table audit_archives':
    'p, last_id bigint not null, first_id bigint not null, until text C not null, file text C not null, time text C not null, actor text C not null, reason text C, previous text C not null, last_digest text C not null, sets_digest text C not null, seal_previous text C not null, digest text C not null, key_id text C not null, signature text C not null',
  'table audit_batches':
    'p, batch text C not null, first_id bigint not null, newest_id bigint not null, since text C not null, until text C not null, entries bigint not null, users bigint not null, undone bigint not null',
  'table audit_changes':
    'p, entry_id bigint not null, position bigint not null, is_added bigint not null, permission text C not null',
  'table audit_entries':
    'p, id bigint not null, time text C not null, actor text C not null, source text C not null, action text C not null, user_id text C, requested text C not null, before_digest text C not null, after_digest text C not null, since_sets bigint not null, request_id text C, reason text C, batch text C, reverts bigint, members text C, ends text C, department_id text C, issuer text C, subject_digest text C, profile text C, previous text C not null, digest text C not null, key_id text C, signature text C',
  'table audit_sets':
    'p, user_id text C not null, entry_id bigint not null, before text C, after text C not null, profile text C, ends_before text C, ends_after text C',
  'table audit_subjects':
    'p, user_id text C not null, entry_id bigint not null, salt text C not null, subject text C not null',
  'table counters': 'p, name text C not null, total bigint not null',
  'table departments':
    'p, id text C not null, name text C not null, description text C not null, code text C not null, parent_id text C, manager_id text C, created_at text C not null, updated_at text C not null',
  'table geocode_answers':
    "u, key text C not null, number bigint not null nextval('geocode_answer_numbers'::regclass), provider text C not null, expires_at bigint not null, location text C",
  'table ops_admin_schema':
    'p, only_row integer not null, version integer not null, compatible_from integer not null, fingerprint text not null',
  'table rate_limits': 'u, key character varying(255) not null, points integer not null 0, expire bigint',
  'table user_emails': 'p, user_id text C not null, position bigint not null, email text C not null',
  'table user_identities':
    'p, issuer text C not null, subject text C not null, user_id text C not null, position bigint not null',
  'table user_keys':
    'p, user_id text C not null, name_key text C not null, email_key text C not null, search_text text C not null',
  'table user_permissions': 'p, permission text C not null, user_id text C not null, until bigint',
  'table users':
    'p, id text C not null, first_name text C not null, last_name text C not null, name text C not null, department_id text C, active bigint not null, salt text C not null, permissions text C not null, ends text C',
  'trigger audit_archives.audit_archives_are_never_altered':
    'CREATE TRIGGER audit_archives_are_never_altered BEFORE DELETE OR UPDATE ON audit_archives FOR EACH ROW EXECUTE FUNCTION audit_entries_are_append_only() O',
  'trigger audit_archives.audit_archives_are_never_emptied':
    'CREATE TRIGGER audit_archives_are_never_emptied BEFORE TRUNCATE ON audit_archives FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_append_only() O',
  'trigger audit_changes.audit_changes_are_never_altered':
    "CREATE TRIGGER audit_changes_are_never_altered BEFORE DELETE OR UPDATE ON audit_changes FOR EACH ROW EXECUTE FUNCTION audit_entries_are_append_only('entry_id') O",
  'trigger audit_changes.audit_changes_are_never_emptied':
    'CREATE TRIGGER audit_changes_are_never_emptied BEFORE TRUNCATE ON audit_changes FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_append_only() O',
  'trigger audit_entries.audit_entries_are_never_altered':
    "CREATE TRIGGER audit_entries_are_never_altered BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_are_append_only('id') O",
  'trigger audit_entries.audit_entries_are_never_emptied':
    'CREATE TRIGGER audit_entries_are_never_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_append_only() O',
  'trigger audit_sets.audit_sets_are_never_altered':
    "CREATE TRIGGER audit_sets_are_never_altered BEFORE DELETE OR UPDATE ON audit_sets FOR EACH ROW EXECUTE FUNCTION audit_entries_are_append_only('entry_id') O",
  'trigger audit_sets.audit_sets_are_never_emptied':
    'CREATE TRIGGER audit_sets_are_never_emptied BEFORE TRUNCATE ON audit_sets FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_append_only() O',
};
