import { type AuditBatchJson, type AuditEntryJson, err, ok, type StoreUnavailable } from '@ops-admin/core';
import type { EntryNotFound } from '@ops-admin/core/jobs';
import { TaggedText } from '../chain/tagged-text.js';
import { type Endpoint, endpoint, type Tag } from '../endpoint.js';
import { type DescribedProblem, type Problem, type ServerFailure, storeFailure } from '../problem.js';
import {
  AUDIT_BATCH_PAGE,
  AUDIT_ENTRY_SHOWN,
  AUDIT_PAGE,
  AUDIT_SCHEMAS,
  type AuditBatchPageJson,
  type AuditEntryShownJson,
  type AuditPageJson,
  ENTRY_ID,
  ENTRY_QUERY,
  PAGE_QUERY,
} from '../schemas/audit.js';
import { ADMINS } from './admin-changes.js';

/** The audit trail, and undoing changes. */
export const AUDIT: Tag = {
  name: 'Audit',
  description: 'The audit trail, and undoing changes, for admins.',
};

const LISTED = 'Audit entries retrieved successfully';
const BATCHES_LISTED = 'Audit batches retrieved successfully';
const SHOWN = 'Audit entry retrieved successfully';

/** The default number of records on a page (decision 11). */
const DEFAULT_LIMIT = 50;

const ENTRY: AuditEntryJson = {
  id: 12,
  time: '2026-03-02T08:15:00.000Z',
  actor: '65a100000000000000000001',
  actorUser: { _id: '65a100000000000000000001', email: 'amina.diallo@demo.example' },
  source: 'http',
  action: 'remove',
  userId: '65a100000000000000000002',
  user: { _id: '65a100000000000000000002', email: 'jonas.lindqvist@demo.example' },
  requested: ['service.tickets.read'],
  added: [],
  removed: ['service.tickets.read'],
  before: ['service.tickets.read', 'service.reports.read'],
  after: ['service.reports.read'],
  requestId: '0b0a1d3e-6a3c-4d0f-9c55-2f6f4a1b7c11',
  reason: 'left the team',
  seal: {
    previous: '5vVTtNZ3bR7oG8ncYQGcTfd1o-GQRxYbSYpcuHCsHyM',
    digest: 'q4wqPXfpTFNGyYvGqwQ4nFQXhVxUVhP1nHFvUWVNBYg',
    keyId: 'k1',
  },
};

const BATCH: AuditBatchJson = {
  batch: '20260302T081500-7f3a9c',
  actor: 'cli:root',
  source: 'cli',
  reason: 'end of the project',
  since: '2026-03-02T08:15:00.000Z',
  until: '2026-03-02T08:15:02.125Z',
  entries: 120,
  users: 118,
};

const INVALID_QUERY =
  'A parameter of the query is wrong, unknown, empty or given twice; the message names it.';

/** There is no such entry or run; if it was archived, the message names the file. */
export function noSuchEntry({ archives, target }: EntryNotFound): DescribedProblem {
  const what = 'batch' in target ? `batch ${target.batch}` : `entry ${target.entryId}`;
  const files = archives ? `; older entries are archived in ${archives.join(', ')}` : '';
  return {
    status: 404,
    code: 'NOT_FOUND',
    message: `There is no ${what} in the audit trail${files}`,
    when: 'There is no such entry.',
  };
}

/** The answer if an entry or a run was not read. */
export function trailFailure(error: EntryNotFound | StoreUnavailable): Problem | ServerFailure {
  return error.type === 'entry-not-found' ? noSuchEntry(error) : storeFailure(error);
}

/** `GET /audit/list` (decision 11) */
export const LIST_AUDIT: Endpoint = endpoint({
  method: 'get',
  path: '/audit/list',
  operationId: 'listAudit',
  tag: AUDIT,
  summary: 'List audit entries',
  description:
    'For admins. The newest first; parameters narrow the list. An unknown user or actor gives no entries, and an e-mail of several users gives the entries of all. A page ends before `limit` if its users hold very much; continue with `next`.',
  rights: ADMINS,
  query: { ...PAGE_QUERY, ...ENTRY_QUERY },
  invalid: { when: INVALID_QUERY, example: { limit: '501' } },
  answer: {
    schema: AUDIT_PAGE,
    description: 'Some of the entries that match.',
    example: { message: LISTED, data: { entries: [ENTRY], next: null } },
  },
  isTagged: true,
  schemas: AUDIT_SCHEMAS,
  handler:
    ({ listAudit }) =>
    async ({ query: { before, limit = DEFAULT_LIMIT, ...search } }) => {
      const page = await listAudit.execute({
        ...search,
        limit,
        ...(before !== undefined && { beforeId: before }),
      });
      if (page.isErr()) return err(storeFailure(page.error));
      const json: AuditPageJson = { message: LISTED, data: page.value };
      return ok(new TaggedText(json));
    },
});

/** `GET /audit/batches` (decision 11) */
export const LIST_AUDIT_BATCHES: Endpoint = endpoint({
  method: 'get',
  path: '/audit/batches',
  operationId: 'listAuditBatches',
  tag: AUDIT,
  summary: 'List runs over many users',
  description: 'For admins. The runs in the trail, ordered by their newest entries, the newest first.',
  rights: ADMINS,
  query: PAGE_QUERY,
  invalid: { when: INVALID_QUERY, example: { limit: '0' } },
  answer: {
    schema: AUDIT_BATCH_PAGE,
    description: 'Some of the runs.',
    example: { message: BATCHES_LISTED, data: { batches: [BATCH], next: null } },
  },
  isTagged: true,
  schemas: AUDIT_SCHEMAS,
  handler:
    ({ listAuditBatches }) =>
    async ({ query: { before, limit = DEFAULT_LIMIT } }) => {
      const page = await listAuditBatches.execute({
        limit,
        ...(before !== undefined && { beforeId: before }),
      });
      if (page.isErr()) return err(storeFailure(page.error));
      const { batches, next } = page.value;
      const json: AuditBatchPageJson = { message: BATCHES_LISTED, data: { batches, next } };
      return ok(new TaggedText(json));
    },
});

/** `GET /audit/entry/{id}` (decision 11) */
export const SHOW_AUDIT_ENTRY: Endpoint = endpoint({
  method: 'get',
  path: '/audit/entry/{id}',
  operationId: 'showAuditEntry',
  tag: AUDIT,
  summary: 'Show an audit entry',
  description: 'For admins. One change, with what was held before and after.',
  rights: ADMINS,
  parameters: { id: ENTRY_ID },
  query: {},
  invalid: { when: 'It is not the number of an entry, or there is a query.', example: { id: '0' } },
  answer: {
    schema: AUDIT_ENTRY_SHOWN,
    description: 'The entry.',
    example: { message: SHOWN, data: { entry: ENTRY } },
  },
  isTagged: true,
  schemas: AUDIT_SCHEMAS,
  problems: [noSuchEntry({ type: 'entry-not-found', target: { entryId: 12 } })],
  handler:
    ({ findAuditEntry }) =>
    async ({ parameters: { id } }) => {
      const entry = await findAuditEntry.execute(id);
      if (entry.isErr()) return err(trailFailure(entry.error));
      const json: AuditEntryShownJson = { message: SHOWN, data: { entry: entry.value } };
      return ok(new TaggedText(json));
    },
});
