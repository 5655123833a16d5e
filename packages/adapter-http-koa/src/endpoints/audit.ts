import {
  type AuditBatchJson,
  type AuditEntryJson,
  type AuditFollowPage,
  type AuditFollowQuery,
  err,
  type FeedGone,
  ok,
  type Result,
  type StoreUnavailable,
  type UserNotFound,
} from '@ops-admin/core';
import {
  AUDIT_CSV,
  type AuditOperations,
  describeFeedGone,
  ENTRIES_LOOKED_AT,
  type EntryNotFound,
} from '@ops-admin/core/operations';
import { csvText } from '../chain/csv-text.js';
import { StreamedText } from '../chain/streamed-text.js';
import { TaggedText } from '../chain/tagged-text.js';
import { type Endpoint, endpoint, type Tag } from '../endpoint.js';
import {
  type DescribedProblem,
  type Problem,
  type ServerFailure,
  storeFailure,
  validationProblem,
} from '../problem.js';
import {
  AUDIT_BATCH_PAGE,
  AUDIT_ENTRY_SHOWN,
  AUDIT_HEAD,
  AUDIT_PAGE,
  AUDIT_QUERY,
  AUDIT_SCHEMAS,
  type AuditPageJson,
  BATCHES_QUERY,
  ENTRY_ID,
  EXPORT_QUERY,
} from '../schemas/audit.js';
import type { TrailWatch } from '../server/trail-watch.js';
import { ADMINS } from './admin-changes.js';
import { answerData } from './answer-data.js';
import { noSuchUser } from './no-such-user.js';

export const AUDIT: Tag = {
  name: 'Audit',
  description: 'Readers read the audit log; admins undo changes.',
};

const LISTED = 'Audit entries retrieved successfully';
const BATCHES_LISTED = 'Audit batches retrieved successfully';
const SHOWN = 'Audit entry retrieved successfully';
const HEAD_SHOWN = 'Audit head retrieved successfully';

const NO_ENTRY: DescribedProblem = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'The audit log has no entry yet',
  when: 'The audit log has no entry yet.',
};

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
  action: 'remove',
  requested: ['service.tickets.*'],
  since: '2026-03-02T08:15:00.000Z',
  until: '2026-03-02T08:15:02.125Z',
  entries: 120,
  users: 118,
  undone: 0,
};

const LINES = 'application/x-ndjson';

/** The `next` of a page as CSV, which has no place for it next to its rows. */
const NEXT = 'X-Next';

export function noSuchEntry({ target }: EntryNotFound): DescribedProblem {
  const what = 'batch' in target ? `batch ${target.batch}` : `entry ${target.entryId}`;
  return {
    status: 404,
    code: 'NOT_FOUND',
    message: `The audit log has no ${what}`,
    when: 'The entry does not exist.',
  };
}

function entryFailure(error: EntryNotFound | StoreUnavailable): Problem | ServerFailure {
  switch (error.type) {
    case 'entry-not-found':
      return noSuchEntry(error);
    case 'store-unavailable':
      return storeFailure(error);
  }
}

/** The database is older than what the caller has read. */
function feedGone(error: FeedGone): DescribedProblem {
  return {
    status: 410,
    code: 'GONE',
    message: describeFeedGone(error),
    when: '`after` is newer than every entry.',
  };
}

function listFailure(error: UserNotFound | StoreUnavailable | FeedGone): Problem | ServerFailure {
  switch (error.type) {
    case 'feed-gone':
      return feedGone(error);
    case 'user-not-found':
      return noSuchUser(error.user);
    case 'store-unavailable':
      return storeFailure(error);
  }
}

const LIST_PROBLEMS: readonly DescribedProblem[] = [
  { ...noSuchUser('nobody@example.org'), when: 'No user and no entry has this `user` or `actor`.' },
  feedGone({ type: 'feed-gone', after: 7300, newestId: 7200 }),
];

const BEFORE_AND_AFTER = validationProblem('before and after exclude each other');
const WAIT_ALONE = validationProblem('wait needs after: the entry to wait from, or 0');

export const LIST_AUDIT: Endpoint = endpoint({
  method: 'get',
  path: '/audit/list',
  operationId: 'listAudit',
  tag: AUDIT,
  summary: 'List audit entries',
  description:
    'The newest entry comes first; with `after`, the oldest. Parameters narrow the list. Without `user`, `batch` or `permission`, a filtered page looks at 10,000 entries, so it can have few entries or none; continue with `next`. With `after` the list is a feed: a caller that sends each `next` as `after` gets every entry once; `wait` holds the request until an entry is written. Token and access rights are checked again after a wait.',
  rights: ADMINS,
  query: AUDIT_QUERY,
  answer: {
    schema: AUDIT_PAGE,
    description: 'A page of the entries that match.',
    example: { message: LISTED, data: { entries: [ENTRY], next: null } },
    csv: AUDIT_CSV.header,
    headers: [NEXT],
  },
  isTagged: true,
  schemas: AUDIT_SCHEMAS,
  problems: LIST_PROBLEMS,
  handler: ({ audit, trailWatch }) => {
    const texts = new WeakMap<AuditPageJson['data'], TaggedText>();
    return async ({ asCsv, hold, query: { after, before, wait, ...search } }) => {
      if (after !== undefined && before !== undefined) return err(BEFORE_AND_AFTER);
      if (after === undefined && wait !== undefined) return err(WAIT_ALONE);
      const page =
        after === undefined
          ? await audit.list({ ...search, ...(before !== undefined && { before }) })
          : await followed(audit, trailWatch, { ...search, after }, { seconds: wait ?? 0, hold });
      if (page.isErr()) return err(listFailure(page.error));
      const { entries, next } = page.value;
      if (asCsv) return ok(csvText(AUDIT_CSV, entries, next === null ? {} : { [NEXT]: String(next) }));
      // Requests that waited together can have the same page.
      const text = texts.get(page.value) ?? new TaggedText({ message: LISTED, data: page.value });
      texts.set(page.value, text);
      return ok(text);
    };
  },
});

interface Wait {
  readonly seconds: number;
  readonly hold: (whenGone: () => void) => void;
}

/** The entries after one, or those that come within so many seconds. */
async function followed(
  audit: AuditOperations,
  trailWatch: TrailWatch,
  { after, ...search }: AuditFollowQuery,
  { hold, seconds }: Wait,
): Promise<Result<AuditFollowPage, FeedGone | UserNotFound | StoreUnavailable>> {
  let page = await audit.follow({ ...search, after });
  // Many entries that do not match are enough for one request.
  const hasLooked = (from: number) => page.isOk() && page.value.next - from >= ENTRIES_LOOKED_AT;
  let isOver = page.isErr() || page.value.entries.length > 0 || hasLooked(after);
  const waiter = seconds === 0 || isOver ? undefined : trailWatch.begin(seconds * 1000);
  if (!waiter) return page;
  hold(waiter.end);
  try {
    while (page.isOk() && !isOver && (await waiter.entryAfter(page.value.next))) {
      const query = { ...search, after: page.value.next };
      page = await trailWatch.share(JSON.stringify(query), async () => await audit.follow(query));
      isOver = page.isErr() || page.value.entries.length > 0 || hasLooked(query.after);
    }
  } finally {
    waiter.end();
  }
  return page;
}

/** Of an export; others have their turn between them. */
const ENTRIES_PER_PIECE = 100;

export const EXPORT_AUDIT: Endpoint = endpoint({
  method: 'get',
  path: '/audit/export',
  operationId: 'exportAudit',
  tag: AUDIT,
  summary: 'Export audit entries',
  description:
    'Every entry that matches, oldest first, one JSON object a line, as `audit export` writes them. `audit verify` accepts the export if it has no filter except `after`. The export ends with the entry that was the newest when it began. If an entry cannot be read, the server closes the connection.',
  rights: ADMINS,
  query: EXPORT_QUERY,
  answer: { description: 'One line an entry.', textType: LINES },
  problems: LIST_PROBLEMS,
  handler:
    ({ audit, auditLog }) =>
    async ({ query: { after = 0, ...filter } }) => {
      const search = { ...filter, limit: ENTRIES_PER_PIECE };
      const newest = await auditLog.newestId();
      if (newest.isErr()) return err(listFailure(newest.error));
      const first = await audit.follow({ ...search, after });
      if (first.isErr()) return err(listFailure(first.error));
      return ok(new StreamedText(LINES, linesOf(audit, search, first.value, newest.value)));
    },
});

/** Lines of JSON up to an entry, a page at a time. Throws if a page cannot be read. */
async function* linesOf(
  audit: AuditOperations,
  search: Omit<AuditFollowQuery, 'after'>,
  first: AuditFollowPage,
  lastId: number,
): AsyncGenerator<string, void> {
  for (let page = first; ; ) {
    const entries = page.entries.filter(({ id }) => id <= lastId);
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (page.next >= lastId) return;
    const more = await audit.follow({ ...search, after: page.next });
    if (more.isErr()) throw new Error('the audit log was not read to its end', { cause: more.error });
    page = more.value;
  }
}

export const LIST_AUDIT_BATCHES: Endpoint = endpoint({
  method: 'get',
  path: '/audit/batches',
  operationId: 'listAuditBatches',
  tag: AUDIT,
  summary: 'List batches',
  description: 'The batches in the audit log, ordered by their newest entries, newest first.',
  rights: ADMINS,
  query: BATCHES_QUERY,
  answer: {
    schema: AUDIT_BATCH_PAGE,
    description: 'A page of the batches.',
    example: { message: BATCHES_LISTED, data: { batches: [BATCH], next: null } },
  },
  isTagged: true,
  schemas: AUDIT_SCHEMAS,
  handler:
    ({ audit }) =>
    async ({ query }) =>
      await answerData(BATCHES_LISTED, audit.batches(query), storeFailure),
});

export const SHOW_AUDIT_ENTRY: Endpoint = endpoint({
  method: 'get',
  path: '/audit/entry/{id}',
  operationId: 'showAuditEntry',
  tag: AUDIT,
  summary: 'Show an audit entry',
  description: 'One change, with the permissions before and after it.',
  rights: ADMINS,
  parameters: { id: ENTRY_ID },
  query: {},
  answer: {
    schema: AUDIT_ENTRY_SHOWN,
    description: 'The entry.',
    example: { message: SHOWN, data: { entry: ENTRY } },
  },
  isTagged: true,
  schemas: AUDIT_SCHEMAS,
  problems: [noSuchEntry({ type: 'entry-not-found', target: { entryId: 12 } })],
  handler:
    ({ audit }) =>
    async ({ parameters: { id } }) =>
      await answerData(
        SHOWN,
        audit.find(id).map((entry) => ({ entry })),
        entryFailure,
      ),
});

export const SHOW_AUDIT_HEAD: Endpoint = endpoint({
  method: 'get',
  path: '/audit/head',
  operationId: 'showAuditHead',
  tag: AUDIT,
  summary: 'Show the head of the audit log',
  description:
    'The digest of the newest entry covers the whole log. Keep it elsewhere: `audit verify --head` then reports entries that were cut off.',
  rights: ADMINS,
  query: {},
  answer: {
    schema: AUDIT_HEAD,
    description: 'The newest entry, by its digest and signature.',
    example: {
      message: HEAD_SHOWN,
      data: {
        id: ENTRY.id,
        time: ENTRY.time,
        digest: ENTRY.seal.digest,
        keyId: 'k1',
        signature: 'Zm9yIGV4YW1wbGU',
      },
    },
  },
  isTagged: true,
  schemas: AUDIT_SCHEMAS,
  problems: [NO_ENTRY],
  handler:
    ({ audit }) =>
    async () =>
      await answerData(HEAD_SHOWN, audit.head(), (error) =>
        error.type === 'no-head' ? NO_ENTRY : storeFailure(error),
      ),
});
