import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDPOINTS, type Endpoint } from '@ops-admin/adapter-http-koa';
import { connectionsOf, openDatabase, sqliteStores } from '@ops-admin/adapter-sqlite';
import { aDepartment, aDraft, anId, aSigner, aUser } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { type OpenService, openService } from '../../adapter-http-koa/test/open-service.ts';

/** Just more than what is read without a turn. */
const USERS = 10_001;
/** With so many rows a request has looked at most of them. */
const MANY = 5_000;
const BATCH = 'import-1';
const HELD = 'service.common.read';
const USER = anId(7);
const LEAVER = anId(9);

type Sample = string | { readonly path: string; readonly body: object };

/** A request for each parameter of the query, alone and with one that an index finds. */
function each(path: string, query: Readonly<Record<string, unknown>>, among?: string): Sample[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const alone = `${path}?${name}=${encodeURIComponent(String(value))}`;
    return among === undefined || name === among ? [alone] : [alone, `${alone}&${among}=${query[among]}`];
  });
}
const payload = (path: string, body: object): Sample => ({ path, body: { payload: body } });
const TIME = '2030-01-01T00:00:00Z';
const SUBJECT = { type: 'user', id: USER };
const RESOURCE = { type: 'common', id: '1' };

/** Of each endpoint, by its operation, what can have it read most. */
const SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  listDepartments: ['/department/list/0/0'],
  showDepartmentHierarchy: ['/department/hierarchy'],
  removePermissions: [payload('/user/remove-permissions', { userId: USER, permissions: [HELD] })],
  addPermissions: [payload('/user/add-permissions', { userId: USER, permissions: ['service.comon.read'] })],
  changePermissions: [
    payload('/user/change-permissions', {
      action: 'remove',
      changes: Array.from({ length: 500 }, (_, n) => ({ user: anId(n + 2), permissions: [HELD] })),
      dryRun: true,
    }),
  ],
  listPermissions: [
    '/permission/list/0/0',
    ...each('/permission/list/0/0', { search: 'common', module: 'common', listed: true }),
  ],
  listModules: ['/permission/modules'],
  renamePermission: [
    payload('/permission/rename', { from: HELD, to: 'service.common.view', dryRun: true }),
    payload('/permission/rename', { from: 'service.none.read', to: 'service.common.*', dryRun: true }),
  ],
  listGrants: [
    '/permission/grants/0/50',
    ...each('/permission/grants/0/50', { department: 'D1', module: 'common', user: USER, after: USER }),
  ],
  createUser: [payload('/user/create', { emails: ['new@example.org'] })],
  updateUser: [payload('/user/update', { userId: USER, emails: ['other@example.org'] })],
  setActive: [payload('/user/set-active', { userId: LEAVER, active: false })],
  setIdentity: [
    payload('/user/set-identity', {
      userId: USER,
      issuer: 'https://login.example.org',
      subject: 'seven',
      linked: true,
    }),
  ],
  eraseUser: [payload('/user/erase', { userId: LEAVER })],
  listUsers: [
    '/user/list/0/0',
    '/user/list/0/50',
    '/user/list/9950/10000',
    ...each(
      '/user/list/0/50',
      { search: 'user', holds: HELD, grants: HELD, department: 'D1', active: true, sort: 'department' },
      'search',
    ),
    '/user/list/0/50?sort=-email',
  ],
  showUser: [`/user/${USER}`],
  showSession: ['/auth/session'],
  listAudit: [
    '/audit/list',
    '/audit/list?after=0&wait=0',
    ...each(
      '/audit/list',
      {
        ...{
          limit: 500,
          before: 5_000,
          user: USER,
          actor: USER,
          action: 'add',
          permission: HELD,
          module: 'common',
        },
        ...{
          since: TIME,
          until: TIME,
          batch: BATCH,
          changed: false,
          source: 'cli',
          reason: 'import',
          after: 5_000,
        },
      },
      'user',
    ),
  ],
  listAuditBatches: ['/audit/batches', ...each('/audit/batches', { limit: 1, before: 5_000 })],
  showAuditEntry: ['/audit/entry/10001'],
  showAuditHead: ['/audit/head'],
  exportAudit: [
    '/audit/export',
    `/audit/export?after=1&since=${TIME}&until=${TIME}&user=${USER}&actor=${USER}&action=add&permission=${HELD}`,
    `/audit/export?module=common&batch=${BATCH}&changed=false&source=cli&reason=import&until=2020-01-01T00:00:00Z`,
  ],
  revertChanges: [
    payload('/audit/revert', { batch: BATCH, dryRun: true }),
    payload('/audit/revert', { batch: BATCH, users: [USER], dryRun: true }),
    payload('/audit/revert', { entries: [5, 6, 7], dryRun: true }),
    payload('/audit/revert', { entry: 5, dryRun: true }),
  ],
  evaluate: [
    {
      path: '/access/v1/evaluation',
      body: { subject: SUBJECT, resource: RESOURCE, action: { name: 'read' } },
    },
  ],
  evaluateAll: [
    {
      path: '/access/v1/evaluations',
      body: {
        resource: RESOURCE,
        action: { name: 'read' },
        evaluations: Array.from({ length: 500 }, (_, n) => ({ subject: { type: 'user', id: anId(n + 1) } })),
      },
    },
  ],
  showAuthzenConfiguration: ['/.well-known/authzen-configuration'],
  locate: ['/geo-locations/address/JFK'],
  checkLiveness: ['/health/live'],
  checkReadiness: ['/health/ready'],
  showProtectedResource: ['/.well-known/oauth-protected-resource'],
  showPageConfig: ['/page/config'],
  describe: ['/openapi.json'],
};

/** Those of which a sample really reads many rows: what sees it is not blind. */
const READ_MANY = [
  ...['listPermissions', 'listModules', 'renamePermission', 'listGrants', 'listUsers', 'listAudit'],
  ...['exportAudit', 'revertChanges'],
];

const BIG = 'users|user_keys|user_emails|user_permissions|audit_entries|audit_changes';
/** A scan without a condition ends at its limit. */
const LIMITED = new RegExp(`from (${BIG})( \\w+)?( order by [\\w, ]+)? limit`);
const SCAN = new RegExp(`^SCAN (${BIG})\\b(?! USING INDEX audit_entries_that_set_ends)`);
/** What counts, groups or notes rows looks at all that an index finds; a list of texts is not rows. */
const LOOKS_AT_ALL = /\bcount\(|group by|found as materialized|\bin \(\s*select (?!value from json_each)/;

interface PlanStep {
  readonly detail: string;
}

function looksAtAll(text: string, plan: readonly PlanStep[]): boolean {
  const isScan = plan.some(({ detail }) => SCAN.test(detail)) && !LIMITED.test(text);
  return isScan || LOOKS_AT_ALL.test(text);
}

describe('An endpoint that reads many rows', () => {
  const { prepare } = Database.prototype;
  const folder = mkdtempSync(join(tmpdir(), 'ops-admin-many-'));
  let service: OpenService;
  let database: Database.Database;
  /** What the endpoint said of the last request. */
  let looked: string | undefined;
  let rows = 0;
  const wide = new Set<string>();

  before(async function () {
    this.timeout(60_000);
    database = openDatabase(join(folder, 'many.db'))._unsafeUnwrap();
    const { sealedBy, ...stores } = sqliteStores(connectionsOf(database));
    const ports = { ...stores, ...sealedBy(aSigner()) };
    const users = Array.from({ length: USERS }, (_, n) =>
      aUser(n + 1, { permissions: n === 0 ? ['service.admin.access', HELD] : [HELD] }),
    );
    const draft = { ...aDraft(), action: 'create' as const, reason: 'First import' };
    // An undo is of at most 10,000 entries.
    for (const [some, batch] of [
      [users.slice(MANY + 1), 'import-2'],
      [users.slice(0, MANY + 1), BATCH],
    ] as const)
      (await ports.organisation.importUsers(some, { ...draft, batch }))._unsafeUnwrap();
    (await ports.organisation.importDepartments([aDepartment(1)]))._unsafeUnwrap();
    watchStatements();
    const endpoints = ENDPOINTS.map(
      (endpoint): Endpoint => ({
        ...endpoint,
        looksThrough: (request) => {
          const rows = endpoint.looksThrough?.(request);
          looked = rows;
          return rows;
        },
      }),
    );
    service = await openService({ ports, endpoints });
  });
  after(async () => {
    Database.prototype.prepare = prepare;
    await service.close();
    database.close();
    rmSync(folder, { recursive: true });
  });

  /** Notes what statements read that are prepared from now on, also on other connections. */
  function watchStatements(): void {
    const prepareWith = (connection: Database.Database, text: string) =>
      prepare.call(connection, text) as Database.Statement<unknown[]>;
    const watched = (connection: Database.Database, text: string) => {
      const statement = prepareWith(connection, text);
      const all = statement.all.bind(statement);
      let isWide: boolean | undefined;
      statement.all = (...values) => {
        const found = all(...values);
        rows += found.length;
        isWide ??= looksAtAll(
          text.replace(/\s+/g, ' '),
          prepareWith(connection, `explain query plan ${text}`).all(...values) as PlanStep[],
        );
        if (isWide) wide.add(text);
        return found;
      };
      return statement;
    };
    Database.prototype.prepare = function (this: Database.Database, text: string) {
      return watched(this, text);
    } as typeof prepare;
  }

  async function readsMany(sample: Sample, method: string): Promise<boolean> {
    rows = 0;
    wide.clear();
    looked = undefined;
    const { body, path } = typeof sample === 'string' ? { path: sample } : { ...sample };
    const response = await service.request(path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect([200, 404], `${path} ${text}`).to.include(response.status);
    return rows > MANY || wide.size > 0;
  }

  it('has a turn, whatever it is asked', async () => {
    const without: string[] = [];
    const found = new Set<string>();
    for (const { method, operationId, query = {} } of ENDPOINTS) {
      const samples = SAMPLES[operationId] ?? [];
      expect(samples, operationId).to.not.have.length(0);
      for (const name of Object.keys(query)) {
        const isAsked = samples.some((one) => typeof one === 'string' && one.includes(`${name}=`));
        expect(isAsked, `${operationId} with ${name}`).to.equal(true);
      }
      for (const sample of samples) {
        if (!(await readsMany(sample, method.toUpperCase()))) continue;
        found.add(operationId);
        if (looked === undefined) without.push(`${operationId}: ${JSON.stringify(sample)} ${[...wide]}`);
      }
    }
    expect(without).to.deep.equal([]);
    expect([...found]).to.have.members(READ_MANY);
  }).timeout(60_000);
});
