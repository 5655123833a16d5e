import {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  type AuditBatchJson,
  type AuditBatchPage,
  type AuditBatchQuery,
  type AuditEntryJson,
  type AuditFollowQuery,
  type AuditListQuery,
  type AuditPage,
  type AuditSeal,
  type AuditUserJson,
} from '@ops-admin/core';
import { AUDIT_RECORDS_PER_PAGE, DEPARTMENT_CHANGES, type TrailHead } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { answerObject } from './answer-object.js';
import { type Answered, answered } from './answered.js';
import { percentDecoded } from './parsed-by.js';
import {
  numberWithin,
  type QuerySchemas,
  queryBatch,
  queryChoice,
  queryFlag,
  queryMoment,
  queryNumber,
  queryText,
} from './query-values.js';
import { count, ends, endsSet, entryId, objectId, timestamp } from './values.js';

/** The answer of the list of entries. */
export type AuditPageJson = Answered<AuditPage>;

/** The answer of the list of runs. */
export type AuditBatchPageJson = Answered<AuditBatchPage>;

/** The answer with one entry. */
export type AuditEntryShownJson = Answered<{ readonly entry: AuditEntryJson }>;

/** The answer with the newest entry in short. */
export type AuditHeadJson = Answered<TrailHead>;

const permissions = v.array(v.string());

const AUDIT_USER: v.GenericSchema<AuditUserJson> = answerObject<AuditUserJson>({
  _id: objectId(),
  email: v.optional(v.string()),
});

export const AUDIT_ENTRY: v.GenericSchema<AuditEntryJson> = answerObject<AuditEntryJson>({
  id: entryId('One more than the number of the entry before.'),
  time: timestamp(),
  actor: v.pipe(v.string(), v.description('The id of a user, `cli:` and a name, or `service`.')),
  actorUser: v.optional(AUDIT_USER),
  source: v.picklist(AUDIT_SOURCES),
  action: v.picklist(AUDIT_ACTIONS),
  userId: v.pipe(
    v.nullable(objectId()),
    v.description(
      'The user whose permissions were changed; `null` for a rotation of keys and for a department.',
    ),
  ),
  user: v.optional(AUDIT_USER),
  requested: permissions,
  added: permissions,
  removed: permissions,
  ends: v.optional(endsSet()),
  before: permissions,
  after: permissions,
  endsBefore: v.optional(ends('The ends that strings of `before` had.')),
  requestId: v.optional(v.string()),
  reason: v.optional(v.string()),
  batch: v.optional(v.string()),
  reverts: v.optional(entryId('The entry that this one undid.')),
  members: v.optional(
    v.pipe(
      v.array(v.string()),
      v.description('The members that an `update` or a `department` entry changed, without the values.'),
    ),
  ),
  departmentId: v.optional(objectId()),
  change: v.optional(v.pipe(v.picklist(DEPARTMENT_CHANGES), v.description('The change of a department.'))),
  former: v.optional(
    v.pipe(
      v.record(v.string(), v.nullable(v.string())),
      v.description('The values that `members` of a department had; missing if it was created.'),
    ),
  ),
  digest: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'A digest of the department after the change, see docs/trail.md; missing if it was deleted.',
      ),
    ),
  ),
  identity: v.optional(
    v.pipe(
      answerObject<NonNullable<AuditEntryJson['identity']>>({
        issuer: v.string(),
        subject: v.optional(v.string()),
      }),
      v.description('The identity that was linked or unlinked; without `subject` after the user was erased.'),
    ),
  ),
  subjectDigest: v.optional(
    v.pipe(
      v.string(),
      v.description('The digest of `identity.subject` that the digest of the entry covers.'),
    ),
  ),
  subjectSalt: v.optional(v.string()),
  profile: v.optional(
    v.pipe(v.string(), v.description('A digest of the user after the change, see docs/trail.md.')),
  ),
  seal: answerObject<AuditSeal>({
    previous: v.string(),
    digest: v.string(),
    keyId: v.optional(v.string()),
    signature: v.optional(v.string()),
  }),
});

export const AUDIT_BATCH: v.GenericSchema<AuditBatchJson> = answerObject<AuditBatchJson>({
  batch: v.string(),
  actor: v.string(),
  actorUser: v.optional(AUDIT_USER),
  source: v.picklist(AUDIT_SOURCES),
  reason: v.optional(v.string()),
  action: v.picklist(AUDIT_ACTIONS),
  requested: v.array(v.string()),
  since: timestamp(),
  until: timestamp(),
  entries: count('The number of its entries.'),
  users: count('The number of users in them.'),
  undone: count('The number of its entries that later ones undid.'),
});

export const AUDIT_PAGE: v.GenericSchema<AuditPageJson> = answered<AuditPage>({
  entries: v.array(AUDIT_ENTRY),
  next: v.pipe(
    v.nullable(count('The number of an entry.')),
    v.description(
      'The `before` of the next page, even if this page is empty; `null` on the last page. With `after`, the last entry that was looked at: the next `after`.',
    ),
  ),
});

export const AUDIT_BATCH_PAGE: v.GenericSchema<AuditBatchPageJson> = answered<AuditBatchPage>({
  batches: v.array(AUDIT_BATCH),
  next: v.pipe(
    v.nullable(entryId('An entry.')),
    v.description('The `before` of the next page; `null` on the last page.'),
  ),
});

export const AUDIT_ENTRY_SHOWN: v.GenericSchema<AuditEntryShownJson> = answered<AuditEntryShownJson['data']>({
  entry: AUDIT_ENTRY,
});

export const AUDIT_HEAD: v.GenericSchema<AuditHeadJson> = answered<TrailHead>({
  id: entryId('The newest entry.'),
  time: timestamp(),
  digest: v.pipe(
    v.string(),
    v.description('Keep it elsewhere: with it, `audit verify --head` reports entries that were cut off.'),
  ),
  keyId: v.pipe(v.nullable(v.string()), v.description('The key in use; `null` if the entry is not signed.')),
  signature: v.pipe(v.nullable(v.string()), v.description('By that key; `null` if the entry is not signed.')),
});

export const BATCHES_QUERY: QuerySchemas<Partial<AuditBatchQuery>> = {
  limit: queryNumber('limit', 'At most this many.', 1, AUDIT_RECORDS_PER_PAGE, 50),
  before: queryNumber('before', 'The `next` of the page before this one.', 1, Number.MAX_SAFE_INTEGER),
};

const MODULE = 'module must be a module without service., such as billing';

export const AUDIT_QUERY: QuerySchemas<AuditListQuery & Pick<AuditFollowQuery, 'wait'>> = {
  ...BATCHES_QUERY,
  after: queryNumber(
    'after',
    'Entries after this one, the oldest first; 0 for all. Then `next` is the `after` of the next request.',
    0,
    Number.MAX_SAFE_INTEGER,
  ),
  wait: queryNumber('wait', 'With `after`: how many seconds to wait until there is an entry.', 0, 60),
  user: queryText('The user whose permissions were changed: an id or an e-mail.'),
  actor: queryText(
    'The user or shell account that changed them: an id, an e-mail, or `cli:` and a name; a name alone means both.',
  ),
  action: queryChoice('action', 'The kind of change.', AUDIT_ACTIONS),
  permission: queryText('A string that was added or removed, or whose end changed; compared exactly.'),
  module: v.pipe(
    queryText('The module of such a string, without `service.`.'),
    v.regex(/^(?!service\.)[^.]+$/, MODULE),
  ),
  since: queryMoment('since', 'The earliest time, included.'),
  until: queryMoment('until', 'The latest time, included.'),
  batch: queryBatch('The batch of the change.'),
  changed: queryFlag('changed', 'Whether the entry changed anything.'),
  source: queryChoice('source', 'The source of the change.', AUDIT_SOURCES),
  reason: queryText('A part of the reason, ignoring case.'),
};

const { before: _before, limit: _limit, wait: _wait, ...EXPORTED } = AUDIT_QUERY;

export const EXPORT_QUERY: QuerySchemas<Omit<AuditListQuery, 'before' | 'limit'>> = {
  ...EXPORTED,
  after: queryNumber('after', 'Entries after this one; 0 for all.', 0, Number.MAX_SAFE_INTEGER, 0),
};

export const ENTRY_ID: v.GenericSchema<string, number> = v.pipe(
  v.string(),
  v.description('The number of the entry.'),
  v.metadata({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [12] }),
  percentDecoded('id must be percent-encoded UTF-8'),
  numberWithin('id', 1, Number.MAX_SAFE_INTEGER),
);

export const AUDIT_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  AuditBatch: AUDIT_BATCH,
  AuditBatchPage: AUDIT_BATCH_PAGE,
  AuditEntry: AUDIT_ENTRY,
  AuditEntryShown: AUDIT_ENTRY_SHOWN,
  AuditHead: AUDIT_HEAD,
  AuditPage: AUDIT_PAGE,
  AuditUser: AUDIT_USER,
};
