import { join } from 'node:path';
import { expect } from 'chai';
import { statusOfTwoTokens } from './admin-endpoint.ts';
import { outputOf } from './run.ts';
import { whileServed } from './served.ts';

const USER_ID = '65a100000000000000000002';

/** Uses examples/own-service, whose packages are installed, as its README says. */
export async function useOwnService(app: string, cwd: string = app): Promise<void> {
  const admin = (email: string) => outputOf(process.execPath, [join(app, 'src/admin.ts'), email], { cwd });
  await whileServed(cwd, join(app, 'src/main.ts'), async (url) => {
    const token = (await admin('ada@example.org')).trim();
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        ...init,
      });
      return [response.status, await response.json()] as const;
    };
    expect(await ask('/reports', { headers: {} })).to.deep.equal([401, { error: { type: 'token-missing' } }]);
    expect(await statusOfTwoTokens(`${url}/reports`, token)).to.equal(401);
    const [status, reports] = await ask('/reports');
    expect(status).to.equal(200);
    expect(reports)
      .to.have.property('for')
      .that.matches(/^[0-9a-f]{24}$/);
    const change = { action: 'add', userId: USER_ID, permissions: ['service.reports.read'] };
    const [missing] = await ask('/permissions', { method: 'PUT', body: JSON.stringify(change) });
    expect(missing).to.equal(404);
    const again = (await admin('ada@example.org')).trim();
    expect(
      await ask('/reports', { headers: { authorization: `Bearer ${again}` } }),
      'the same person',
    ).to.deep.equal([status, reports]);
  });
}
