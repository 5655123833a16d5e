import {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  type AuditAction,
  type AuditBatchJson,
  type AuditEntryJson,
  type AuditSeal,
  type AuditSource,
  type AuditUserJson,
  type CoveredEntries,
  type ExternalIdentity,
  type Timestamp,
} from '@ops-admin/core';
import { AUDIT_RECORDS_PER_PAGE } from '@ops-admin/core/jobs';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import { percentDecoded } from './parsed-by.js';
import {
  numberUpTo,
  type QuerySchemas,
  queryBatch,
  queryChoice,
  queryMoment,
  queryNumber,
  queryText,
} from './query-values.js';
import { count, entryId, objectId, timestamp } from './values.js';

/** The answer of the list of entries (decision 11). */
export interface AuditPageJson {
  readonly message: string;
  readonly data: { readonly entries: readonly AuditEntryJson[]; readonly next: number | null };
}

/** The answer of the list of runs (decision 11). */
export interface AuditBatchPageJson {
  readonly message: string;
  readonly data: { readonly batches: readonly AuditBatchJson[]; readonly next: number | null };
}

/** The answer with one entry (decision 11). */
export interface AuditEntryShownJson {
  readonly message: string;
  readonly data: { readonly entry: AuditEntryJson };
}

const permissions = v.array(v.string());

const AUDIT_USER: v.GenericSchema<AuditUserJson> = answerObject<AuditUserJson>({
  _id: objectId(),
  email: v.optional(v.string()),
});

export const AUDIT_ENTRY: v.GenericSchema<AuditEntryJson> = answerObject<AuditEntryJson>({
  id: entryId('One more than the number of the entry before.'),
  time: timestamp(),
  actor: v.pipe(v.string(), v.description('The id of a user, or `cli:` and a name.')),
  actorUser: v.optional(AUDIT_USER),
  source: v.picklist(AUDIT_SOURCES),
  action: v.picklist(AUDIT_ACTIONS),
  userId: v.pipe(
    v.nullable(objectId()),
    v.description('Whose permissions were changed; `null` only for a `seal`.'),
  ),
  user: v.optional(AUDIT_USER),
  requested: permissions,
  added: permissions,
  removed: permissions,
  before: permissions,
  after: permissions,
  requestId: v.optional(v.string()),
  reason: v.optional(v.string()),
  batch: v.optional(v.string()),
  reverts: v.optional(entryId('The entry that this one undid.')),
  identity: v.optional(answerObject<ExternalIdentity>({ issuer: v.string(), subject: v.string() })),
  covers: v.optional(
    answerObject<CoveredEntries>({
      entries: count('The number of older entries that it vouches for.'),
      digest: v.string(),
    }),
  ),
  seal: v.optional(answerObject<AuditSeal>({ previous: v.string(), digest: v.string(), keyId: v.string() })),
});

export const AUDIT_BATCH: v.GenericSchema<AuditBatchJson> = answerObject<AuditBatchJson>({
  batch: v.string(),
  actor: v.string(),
  source: v.picklist(AUDIT_SOURCES),
  reason: v.optional(v.string()),
  since: timestamp(),
  until: timestamp(),
  entries: count('How many entries it has.'),
  users: count('How many users they belong to.'),
});

const next = v.pipe(
  v.nullable(entryId('An entry.')),
  v.description('The `before` of the next page; `null` on the last page.'),
);

/** `GET /audit/list` */
export const AUDIT_PAGE: v.GenericSchema<AuditPageJson> = answerObject<AuditPageJson>({
  message: v.string(),
  data: answerObject<AuditPageJson['data']>({ entries: v.array(AUDIT_ENTRY), next }),
});

/** `GET /audit/batches` */
export const AUDIT_BATCH_PAGE: v.GenericSchema<AuditBatchPageJson> = answerObject<AuditBatchPageJson>({
  message: v.string(),
  data: answerObject<AuditBatchPageJson['data']>({ batches: v.array(AUDIT_BATCH), next }),
});

/** `GET /audit/entry/{id}` */
export const AUDIT_ENTRY_SHOWN: v.GenericSchema<AuditEntryShownJson> = answerObject<AuditEntryShownJson>({
  message: v.string(),
  data: answerObject<AuditEntryShownJson['data']>({ entry: AUDIT_ENTRY }),
});

/** Which part of a list of the trail is requested. */
export interface PageQuery {
  readonly limit?: number;
  /** Only entries older than this one. */
  readonly before?: number;
}

/** See {@link PageQuery}. */
export const PAGE_QUERY: QuerySchemas<PageQuery> = {
  limit: queryNumber('limit', 'At most this many; 50 by default.', AUDIT_RECORDS_PER_PAGE),
  before: queryNumber('before', 'The `next` of the page before this one.', Number.MAX_SAFE_INTEGER),
};

const MODULE = 'module must be a module without service., such as billing';

/** Which entries are requested: they match all of it. */
export interface EntryQuery {
  readonly user?: string;
  readonly actor?: string;
  readonly action?: Exclude<AuditAction, 'seal'>;
  readonly permission?: string;
  readonly module?: string;
  readonly since?: Timestamp;
  readonly until?: Timestamp;
  readonly batch?: string;
  readonly changed?: boolean;
  readonly source?: AuditSource;
  readonly reason?: string;
}

/** See {@link EntryQuery}. */
export const ENTRY_QUERY: QuerySchemas<EntryQuery> = {
  user: queryText('Whose permissions were changed: an id or an e-mail.'),
  actor: queryText('Who changed them: an id, an e-mail, or `cli:` and a name.'),
  action: queryChoice(
    'action',
    'What was done.',
    AUDIT_ACTIONS.filter((action) => action !== 'seal') as Exclude<AuditAction, 'seal'>[],
  ),
  permission: queryText('A string that was really added or removed, exactly.'),
  module: v.pipe(
    queryText('The module of something that was really added or removed, without `service.`.'),
    v.regex(/^(?!service\.)[^.]+$/, MODULE),
  ),
  since: queryMoment('since', 'The earliest time, included.'),
  until: queryMoment('until', 'The latest time, included.'),
  batch: queryBatch('The run that the change belongs to.'),
  changed: v.pipe(
    queryChoice('changed', 'Whether it changed anything.', ['true', 'false']),
    v.transform((word) => word === 'true'),
  ),
  source: queryChoice('source', 'Where the change came from.', AUDIT_SOURCES),
  reason: queryText('A part of the reason, without regard to case.'),
};

/** The number of an entry in a path. */
export const ENTRY_ID: v.GenericSchema<string, number> = v.pipe(
  v.string(),
  v.description('The number of the entry.'),
  v.metadata({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [12] }),
  percentDecoded('id must be percent-encoded UTF-8'),
  numberUpTo('id', Number.MAX_SAFE_INTEGER),
);

/** By their names in generated clients. */
export const AUDIT_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  AuditBatch: AUDIT_BATCH,
  AuditBatchPage: AUDIT_BATCH_PAGE,
  AuditEntry: AUDIT_ENTRY,
  AuditEntryShown: AUDIT_ENTRY_SHOWN,
  AuditPage: AUDIT_PAGE,
  AuditUser: AUDIT_USER,
};
