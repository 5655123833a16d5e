import { orThrow } from '@ops-admin/core';
import { AS_IT_COMES, aDepartment, aDraft, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { type OpenService, openService, problemOf } from './open-service.ts';

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get?: {
          readonly responses: Readonly<Record<200, { description: string; content: object }>>;
        };
      }
    >
  >;
}

describe('Lists as CSV', () => {
  let service: OpenService;
  before(async () => {
    service = await openService();
    const odd = aUser(3, {
      permissions: ['=1+1', 'service.a.read', 'x;@SUM(A1)'],
      personalInformation: {
        firstName: '',
        lastName: '',
        name: '=HYPERLINK("http://evil.example";"x"), Ada',
      },
    });
    const { organisation, permissions } = service.ports;
    (await organisation.importUsers([odd], { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    const request = aRequest(3, 'add', ['service.b']);
    const draft = { ...request, draft: { ...request.draft, reason: '@cmd\r\n-2' } };
    (await permissions.change([draft], AS_IT_COMES))._unsafeUnwrap();
  });
  after(() => service.close());

  const ask = (path: string, accept = 'text/csv') => service.request(path, { headers: { accept } });
  const linesOf = async (path: string) => {
    const response = await ask(path);
    expect(response.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    const lines = (await response.text()).split('\r\n');
    expect(lines.pop()).to.equal('');
    return lines;
  };
  const LISTS = ['/user/list/0/0', '/permission/list/0/0', '/permission/grants/0/0', '/audit/list'];

  it('have a line for each record', async () => {
    const [header, ...users] = await linesOf('/user/list/0/0?search=ada');
    expect(header).to.equal('_id,email,name,department,active,permissions');
    expect(users).to.deep.equal([
      `000000000000000000000003,user3@example.org,"'=HYPERLINK(""http://evil.example"";""x""), Ada",,true,'=1+1;service.a.read;x;'@SUM(A1);service.b`,
    ]);
    expect(await linesOf('/permission/list/0/0?search=service.a')).to.deep.equal([
      'permission,module,description,owner,listed,holders',
      'service.a.read,a,,,false,1',
      'service.admin.access,admin,,,false,1',
    ]);
    const grants = await linesOf('/permission/grants/0/0?module=b');
    expect(grants[0]).to.match(/^user,userId,email,name,department,permission,until,since,by,reason,entry,/);
    expect(grants[1]).to.include(',service.b,,').and.to.include(",'@cmd\\u000d\\u000a-2,4,,");
    const trail = await linesOf('/audit/list?limit=1');
    expect(trail[0]).to.match(/^id,time,actor,actorEmail,source,action,/);
    expect(trail[1]).to.match(/^4,/).and.to.include(",'@cmd\\u000d\\u000a-2,");
  });

  it('contain no formula after any separator of spreadsheets', async () => {
    for (const path of LISTS) {
      const cells = (await linesOf(path)).join('\r\n').split(/[,;\t\r\n]/);
      expect(
        cells.filter((cell) => /^["\s]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/.test(cell)),
        path,
      ).to.deep.equal([]);
    }
  });

  it('contain no formula in any column, for any sign at the beginning', async () => {
    const other = await openService();
    const { organisation, permissions } = other.ports;
    const starts = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', ' =', '"=', "'=", ';=', ',='];
    const evil = (start: string, n: number) => `${start}evil${n}`;
    const some = starts.map((start, n) => [evil(start, n), n + 10] as const);
    const departments = some.map(([name, n]) => aDepartment(n, { name, code: name, description: name }));
    orThrow(await organisation.importDepartments(departments, aDraft()));
    const users = some.map(([text, n]) =>
      aUser(n, {
        emails: [`${text.replace(/[ ,]/g, '')}@example.org`],
        personalInformation: { firstName: text, lastName: text, name: text },
        permissions: [text],
        departmentId: departments[n - 10]?.id ?? null,
        identities: [{ issuer: text, subject: text }],
      }),
    );
    orThrow(
      await organisation.importUsers(users, { ...aDraft(), action: 'set', actor: `cli:x`, reason: '=r' }),
    );
    const requests = some.map(([text, n]) => {
      const request = aRequest(n, 'remove', [text]);
      return {
        ...request,
        draft: {
          ...request.draft,
          actor: text,
          reason: text,
          requestId: text,
          batch: text.replace(/ /g, ''),
        },
      };
    });
    orThrow(await permissions.change(requests.slice(1), AS_IT_COMES));
    for (const path of LISTS) {
      const text = await (await other.request(path, { headers: { accept: 'text/csv' } })).text();
      expect(text).to.include('evil');
      const cells = text.split(/[,;\t\r\n]/);
      expect(
        cells.filter((cell) => /^["\s]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/.test(cell)),
        path,
      ).to.deep.equal([]);
    }
    await other.close();
  });

  it('are named in the description, which has one content type per answer', async () => {
    const { paths } = (await (await service.request('/openapi.json')).json()) as Described;
    const described = Object.entries(paths).flatMap(([path, { get }]) =>
      get?.responses[200].description.includes('text/csv') ? [[path, get.responses[200]] as const] : [],
    );
    expect(described).to.have.length(LISTS.length);
    for (const [path, { content, description }] of described) {
      const [header] = await linesOf(path.replace('{start}/{end}', '0/0'));
      expect(description).to.match(/ With `Accept: text\/csv` it is CSV with the header `[^`]+`\.$/);
      expect(description).to.include(header);
      expect(Object.keys(content), path).to.deep.equal(['application/json']);
    }
  });

  it('are sent to callers that prefer CSV, and JSON to all others', async () => {
    for (const path of LISTS) {
      const json = await ask(path, 'text/html, application/json;q=0.9, */*;q=0.1');
      expect(json.headers.get('content-type')).to.match(/^application\/json/);
      expect(json.headers.get('vary')).to.equal('Accept-Encoding, Accept');
      const { headers } = await ask(path, 'application/json;q=0.5, text/csv');
      expect(headers.get('content-type')).to.match(/^text\/csv/);
      expect(headers.get('etag')).to.not.equal(json.headers.get('etag'));
      const etag = headers.get('etag') ?? '';
      const again = await service.request(path, { headers: { accept: 'text/csv', 'if-none-match': etag } });
      expect(again.status).to.equal(304);
    }
    const [path, page] = ['/audit/list?limit=1', { accept: 'text/csv' }];
    const etag = (await ask(path)).headers.get('etag') ?? '';
    const again = await service.request(path, { headers: { ...page, 'if-none-match': etag } });
    expect([again.status, again.headers.get('x-next')]).to.deep.equal([304, '4']);
  });

  it('name the next page of the audit log in X-Next', async () => {
    const nextOf = async (query: string) => (await ask(`/audit/list?${query}`)).headers.get('x-next');
    const newest = await nextOf('after=0');
    expect(newest).to.match(/^\d+$/);
    expect(await nextOf('limit=1')).to.equal(newest);
    expect(await nextOf('limit=1&before=2')).to.equal(null);
  });

  it('are refused as JSON', async () => {
    expect(await problemOf(await ask('/user/list/0/x'))).to.include.members([400, 'VALIDATION_ERROR']);
    expect(await problemOf(await ask('/audit/list?after=99'))).to.include.members([410, 'GONE']);
  });
});
