import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
}

/** Operations for every user: all others are for readers if they change nothing, otherwise for admins. */
const FOR_EVERY_USER = ['showSession', 'evaluate', 'evaluateAll', 'locate'];

/** Users by the number of their id, with their permissions. */
const USERS = { admin: 1, user: 2, reader: 3, inactive: 4 } as const;
const HELD = { admin: ['service.admin.access'], user: ['service.admins'], reader: ['service.admin.read'] };

const CALLERS = ['nobody', 'inactive', 'user', 'reader', 'admin'] as const;
type Caller = (typeof CALLERS)[number];
type Outcome = 'unknown' | 'refused' | 'served';

/** The callers that are served, and the text of the description. */
const KINDS = {
  open: { says: '', served: CALLERS },
  users: { says: 'For every user. ', served: ['user', 'reader', 'admin'] },
  readers: { says: 'For readers. ', served: ['reader', 'admin'] },
  admins: { says: 'For admins. ', served: ['admin'] },
  dryRuns: { says: 'For admins, and for readers with `dryRun`. ', served: ['admin'] },
} as const;

/** A request of one operation, and who is served. */
interface Asked {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly served: readonly Caller[];
}

describe('Access to operations', function () {
  this.timeout(60_000);
  const workplace = new Workplace();
  let url: string;
  let described: Described;
  let tokens: Partial<Record<Caller, string>>;

  const open = async (env: Record<string, string> = {}) => {
    const users = Object.entries(USERS).map(([name, n]) => ({
      _id: anId(n),
      emails: [`${name}@example.org`],
      personalInformation: { name },
      permissions: { ...HELD, inactive: HELD.admin }[name],
    }));
    await workplace.write('users.json', users);
    await workplace.run(['import', 'users', 'users.json']);
    tokens = {};
    for (const name of Object.keys(USERS)) {
      const { stdout } = await workplace.run(['token', 'issue', '--user', `${name}@example.org`]);
      tokens[name as Caller] = stdout.trim();
    }
    await workplace.run(['users', 'deactivate', 'inactive@example.org']);
    ({ url } = await workplace.serve([], { OPS_LOG_LEVEL: 'silent', ...env }));
    described = (await (await fetch(`${url}/openapi.json`)).json()) as Described;
  };

  const send = async (caller: Caller, { body, method, path }: Pick<Asked, 'body' | 'method' | 'path'>) => {
    const token = tokens[caller];
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  };
  const outcomeOf = async (caller: Caller, asked: Asked): Promise<Outcome> => {
    const response = await send(caller, asked);
    if (response.headers.get('www-authenticate')?.includes('insufficient_scope')) return 'refused';
    return response.status === 401 ? 'unknown' : 'served';
  };

  function resolved(schema: Schema | undefined): Schema | undefined {
    if (schema?.$ref === undefined) return schema;
    return described.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  }
  function hasDryRun({ requestBody }: Operation): boolean {
    const body = resolved(requestBody?.content['application/json'].schema);
    const payload = resolved(body?.properties?.payload);
    // A body with several actions has a schema for each.
    const forms = payload?.properties ? [payload] : (payload?.oneOf ?? []);
    return forms.length > 0 && forms.every((form) => resolved(form)?.properties?.dryRun?.type === 'boolean');
  }
  function kindOf(verb: string, operation: Operation): keyof typeof KINDS {
    const { operationId, security } = operation;
    if (security.length === 0) return 'open';
    if (FOR_EVERY_USER.includes(operationId)) return 'users';
    if (verb === 'get') return 'readers';
    return hasDryRun(operation) ? 'dryRuns' : 'admins';
  }
  /** The bodies are invalid, so that nothing is ever changed: input is looked at last. */
  function requestsOf(path: string, verb: string, operation: Operation): Asked[] {
    const { operationId: name, parameters = [] } = operation;
    const { served } = KINDS[kindOf(verb, operation)];
    const given = new Map(parameters.map(({ example, name }) => [name, encodeURIComponent(String(example))]));
    const asked = {
      name,
      method: verb.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, (_, part) => given.get(part) ?? ''),
      served,
    };
    if (verb === 'get') return [asked];
    const plain = { ...asked, body: '{"payload":{"dryRun":"true"}}' };
    if (!hasDryRun(operation)) return [plain];
    const tried = { ...asked, name: `${name}, dry run`, body: '{"payload":{"dryRun":true,"x":1}}' };
    return [plain, { ...tried, served: KINDS.readers.served }];
  }
  function operations(): [path: string, verb: string, operation: Operation][] {
    return Object.entries(described.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]): [string, string, Operation] => [path, verb, operation]),
    );
  }

  it('is the same for every operation: readers may read everything, admins may change everything', async () => {
    await open();
    const expected: string[] = [];
    const found: string[] = [];
    for (const asked of operations().flatMap((one) => requestsOf(...one))) {
      for (const caller of CALLERS) {
        const known = caller === 'nobody' || caller === 'inactive' ? 'unknown' : 'refused';
        expected.push(`${asked.name}: ${caller} ${asked.served.includes(caller) ? 'served' : known}`);
        found.push(`${asked.name}: ${caller} ${await outcomeOf(caller, asked)}`);
      }
    }
    expect(found).to.deep.equal(expected);
    expect(found.length).to.be.greaterThan(100);
  });

  it('agrees with the description', async () => {
    await open();
    for (const [, verb, operation] of operations()) {
      const { says } = KINDS[kindOf(verb, operation)];
      expect(operation.description.slice(0, says.length), operation.operationId).to.equal(says);
    }
  });

  it('follows the configured reader permission, every admin permission, and the session', async () => {
    await open({ OPS_READER_PERMISSION: 'service.admins.look' });
    const sessionOf = async (caller: Caller) => {
      const session = await send(caller, { method: 'GET', path: '/auth/session' });
      const { data } = (await session.json()) as { data: { admin: boolean; reader: boolean } };
      return [data.admin, data.reader];
    };
    expect(await sessionOf('admin')).to.deep.equal([true, true]);
    expect(await sessionOf('user')).to.deep.equal([false, true]);
    expect(await sessionOf('reader')).to.deep.equal([false, false]);
    const list = { name: '', method: 'GET', path: '/user/list/0/1', served: [] };
    expect(await outcomeOf('user', list)).to.equal('served');
    expect(await outcomeOf('reader', list)).to.equal('refused');
  });

  it('gives a reader the same dry run as an admin, which changes nothing', async () => {
    await open();
    const remove = (payload: object) =>
      JSON.stringify({
        payload: {
          action: 'remove',
          changes: [{ user: anId(2), permissions: ['service.admins'] }],
          ...payload,
        },
      });
    const asked = { method: 'POST', path: '/user/change-permissions' };
    const rowsOf = async (caller: Caller) => {
      const answer = await send(caller, { ...asked, body: remove({ dryRun: true }) });
      return ((await answer.json()) as { data: { results: { result: string }[] } }).data.results;
    };
    const rows = await rowsOf('reader');
    expect(rows).to.deep.equal(await rowsOf('admin'));
    expect(rows[0]).to.include({ result: 'would-remove' });
    for (const body of [remove({}), remove({ dryRun: false }), '{}', '[]', '{"payload":null}']) {
      expect((await send('reader', { ...asked, body })).status, body).to.equal(403);
    }
    // Their body is parsed before their access is checked; other bodies are not.
    expect((await send('reader', { ...asked, body: '{' })).status).to.equal(400);
    expect((await send('user', { ...asked, body: '{' })).status).to.equal(403);
    expect(await workplace.json('permissions', 'list', anId(2))).to.deep.equal(['service.admins']);
  });
});
