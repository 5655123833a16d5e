import { request } from 'node:http';
import { expect } from 'chai';

interface Callers {
  readonly admin: string;
  readonly user: string;
  /** The user's id. */
  readonly userId: string;
}

/** Uses the endpoints of examples/frameworks as admins, users and strangers do; the user loses a module. */
export async function useAdminEndpoint(
  url: string,
  { admin, user, userId }: Callers,
  module: string,
): Promise<void> {
  const ask = async (path: string, token?: string, body?: object) => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const response = await fetch(`${url}${path}`, {
      headers,
      ...(body && { method: 'PUT', body: JSON.stringify(body) }),
    });
    return [response.status, await response.json()] as const;
  };
  const remove = (token?: string, more: object = {}) =>
    ask('/permissions/remove', token, { userId, permissions: [`service.${module}.*`], ...more });

  for (const [token, status, type] of [
    [undefined, 401, 'token-missing'],
    ['forged', 401, 'invalid-token'],
    [user, 403, 'not-granted'],
  ] as const) {
    expect(await remove(token)).to.deep.equal([status, { error: { type } }]);
    expect(await ask('/departments', token)).to.deep.equal([status, { error: { type } }]);
  }
  expect(await remove(admin, { permissions: [`service.${module}`, 1] })).to.deep.equal([
    400,
    { error: { type: 'invalid-permission-change', message: 'permissions[1] must be a string' } },
  ]);
  expect(await statusOfTwoTokens(`${url}/departments`, admin)).to.equal(401);
  const [status] = await remove(admin, { userId: '65a1000000000000000000ff' });
  expect(status).to.equal(404);

  const [done, changed] = await remove(admin);
  expect(done).to.equal(200);
  expect(changed)
    .to.deep.include({ removed: [`service.${module}.read`] })
    .and.have.property('entry')
    .that.is.a('number');
  const [listed, page] = await ask('/departments', admin);
  expect(listed).to.equal(200);
  expect(page).to.deep.include({ total: 0, departments: [] });
}

/** What is answered to a token and another one; `fetch` would join the two headers into one. */
export function statusOfTwoTokens(url: string, token: string): Promise<number | undefined> {
  const { host } = new URL(url);
  const headers = ['Host', host, 'Authorization', `Bearer ${token}`, 'Authorization', 'Bearer another'];
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
