import { ENDPOINTS } from '@ops-admin/adapter-http-koa';
import { type Client, createClient } from '@ops-admin/client';
import { expect } from 'chai';
import { openService } from '../../adapter-http-koa/test/open-service.ts';
import { OPERATIONS } from '../dist/operations.js';

type Operation = Exclude<keyof Client, 'exportAudit' | 'followTrail' | 'revertBatch'>;

type Names<Parameters extends readonly unknown[]> = Parameters extends []
  ? Record<never, true>
  : { readonly [Name in Exclude<keyof NonNullable<Parameters[0]>, 'signal'>]: true };

/** A header, not a member of the payload. */
const SEEN = { ifMatch: true } as const;

/** The input for a decision. */
const ASKED = { subject: true, action: true, resource: true, context: true } as const;

/** The members of a department. */
const DEPARTMENT = {
  name: true,
  description: true,
  code: true,
  parentId: true,
  managerId: true,
} as const;

/** The members of every operation as the compiler knows them: it refuses one that is missing here, or too much. */
const MEMBERS: { readonly [Name in Operation]: Names<Parameters<Client[Name]>> } = {
  listDepartments: { start: true, end: true, details: true },
  showDepartmentHierarchy: { details: true },
  createDepartment: { ...DEPARTMENT, reason: true, dryRun: true },
  updateDepartment: { ...SEEN, departmentId: true, ...DEPARTMENT, reason: true, dryRun: true },
  deleteDepartment: { ...SEEN, departmentId: true, reason: true, dryRun: true },
  showDepartment: { departmentId: true },
  removePermissions: { ...SEEN, userId: true, permissions: true, reason: true },
  addPermissions: { ...SEEN, userId: true, permissions: true, until: true, reason: true },
  changePermissions: {
    action: true,
    changes: true,
    modules: true,
    dryRun: true,
    atomic: true,
    keepAdmin: true,
    ignoreNotFound: true,
    findDoubtful: true,
    reason: true,
    batch: true,
    continueBatch: true,
  },
  listPermissions: { start: true, end: true, search: true, module: true, listed: true },
  listModules: {},
  listGrants: { start: true, end: true, module: true, department: true, user: true, after: true },
  listUsers: {
    start: true,
    end: true,
    search: true,
    holds: true,
    grants: true,
    department: true,
    active: true,
    sort: true,
  },
  showUser: { userId: true },
  createUser: {
    _id: true,
    emails: true,
    personalInformation: true,
    departmentId: true,
    permissions: true,
    ends: true,
    identities: true,
    batch: true,
    continueBatch: true,
    reason: true,
    dryRun: true,
  },
  updateUser: {
    ...SEEN,
    userId: true,
    emails: true,
    personalInformation: true,
    departmentId: true,
    asOf: true,
    batch: true,
    continueBatch: true,
    reason: true,
    dryRun: true,
  },
  setActive: { ...SEEN, userId: true, active: true, reason: true, dryRun: true },
  setIdentity: {
    ...SEEN,
    userId: true,
    issuer: true,
    subject: true,
    linked: true,
    reason: true,
    dryRun: true,
  },
  eraseUser: { ...SEEN, userId: true, reason: true, dryRun: true },
  showSession: {},
  listAudit: {
    limit: true,
    before: true,
    after: true,
    wait: true,
    user: true,
    actor: true,
    action: true,
    permission: true,
    module: true,
    since: true,
    until: true,
    batch: true,
    changed: true,
    source: true,
    reason: true,
  },
  listAuditBatches: { limit: true, before: true },
  showAuditEntry: { id: true },
  showAuditHead: {},
  renamePermission: {
    from: true,
    to: true,
    dryRun: true,
    batch: true,
    continueBatch: true,
    keepAdmin: true,
    reason: true,
  },
  revertChanges: {
    entry: true,
    entries: true,
    batch: true,
    users: true,
    newBatch: true,
    dryRun: true,
    keepAdmin: true,
    reason: true,
  },
  evaluate: ASKED,
  evaluateAll: { ...ASKED, evaluations: true, options: true },
  showAuthzenConfiguration: {},
  locate: { address: true },
  checkLiveness: {},
  checkReadiness: {},
  showProtectedResource: {},
  showPageConfig: {},
  describe: {},
};

/** The parts of an OpenAPI document that tests read. */
interface Described {
  readonly paths: Record<string, Record<string, DescribedOperation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Record<
    string,
    { readonly content?: Record<string, { readonly schema: Schema }> } | undefined
  >;
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Record<string, Schema & { readonly not?: object }>;
}

interface Sent {
  readonly url: URL;
  readonly init: RequestInit;
}

/** The request of a method for members whose values are their names. */
async function sentBy(operationId: string): Promise<Sent> {
  let sent: Sent | undefined;
  const client = createClient({
    baseUrl: 'https://ops.example.org/admin/',
    token: 'a-token',
    fetch: async (url, init) => {
      sent = { url: new URL(url), init };
      return Response.json({ data: {} });
    },
  });
  const names = Object.keys(MEMBERS[operationId as Operation]);
  const method = client[operationId as Operation] as (members: object) => PromiseLike<unknown>;
  await method(Object.fromEntries(names.map((name) => [name, name])));
  if (!sent) throw new Error('nothing was sent');
  return sent;
}

describe('The operations of the client', () => {
  let described: Described;
  before(async () => {
    const service = await openService();
    const document = await createClient({ baseUrl: service.url, token: '' }).describe();
    described = document._unsafeUnwrap() as unknown as Described;
    await service.close();
  });

  const resolved = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref === undefined ? schema : described.components.schemas[schema.$ref.replace(/^.*\//, '')];

  it('are those of the service', () => {
    const operations = ENDPOINTS.map(({ operationId }) => operationId);
    expect(Object.keys(createClient({ baseUrl: '', token: '' })).sort()).to.deep.equal(
      [...operations, 'followTrail', 'revertBatch'].sort(),
    );
  });

  // What is exported is not sent for before it is read: export-trail.test.ts.
  for (const { method, operationId, path, rights } of ENDPOINTS.filter(
    (one) => one.operationId !== 'exportAudit',
  )) {
    it(`${operationId} sends each value in the part of the request that the service reads`, async () => {
      const { init, url } = await sentBy(operationId);
      const operation = described.paths[path]?.[method];
      const body = resolved(operation?.requestBody?.content['application/json']?.schema);
      const isBare = OPERATIONS[operationId as Operation][3] === 'bare';
      const payload = isBare ? body : resolved(body?.properties?.payload);
      const variants = payload?.oneOf?.map(({ properties }) => properties) ?? [];
      const members: Schema['properties'] = Object.assign({}, ...variants, payload?.properties);
      const taken = Object.entries(members ?? {}).filter(([, { not }]) => not === undefined);
      const query = operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];

      expect(init.method).to.equal(method.toUpperCase());
      expect(url.pathname).to.equal(`/admin${path.replaceAll(/[{}]/g, '')}`);
      expect([...url.searchParams.keys()].sort()).to.deep.equal(query.map(({ name }) => name).sort());
      const written = body && JSON.parse(String(init.body));
      const sent = written && Object.keys(isBare ? written : written.payload);
      expect(sent?.sort()).to.deep.equal(body && taken.map(([name]) => name).sort());
      expect(new Headers(init.headers).has('Authorization')).to.equal(rights.who !== 'anyone');
    });

    it(`${operationId} checks the members of its answer`, () => {
      const answer = described.paths[path]?.[method]?.responses['200']?.content?.['application/json']?.schema;
      const [, , shape, how] = OPERATIONS[operationId as Operation];
      const whole = resolved(answer);
      const data = how === 'bare' ? whole : resolved(whole?.properties?.data);
      if (rights.who === 'anyone') {
        expect([shape, data]).to.deep.equal(['open', undefined]);
        return;
      }
      const kinds = (data?.required ?? []).flatMap((name) => {
        const member = resolved(data?.properties?.[name]);
        const type = member?.type === 'integer' ? 'number' : member?.type;
        // Others can be null.
        if (type === undefined || type === 'string') return [];
        return [[name, type === 'array' ? `${resolved(member?.items)?.type}[]` : type]];
      });
      expect(shape).to.deep.equal(Object.fromEntries(kinds));
    });
  }
});
