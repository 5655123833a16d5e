import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from '../../adapter-auth-jose/test/provider/authorization-server.ts';
import { OpenPage } from './a-page.ts';
import { type Service, Workplace } from './ops-admin.ts';

const ADA = anId(1);
const INES = anId(2);

/** decisions 18 and 20 */
describe('Signing in to the page at a provider', () => {
  const workplace = new Workplace();
  const open = new OpenPage();
  let provider: AuthorizationServer;
  let service: Service;

  beforeEach(async () => {
    const port = await freePort();
    const home = `http://127.0.0.1:${port}/`;
    provider = await startAuthorizationServer({ page: { clientId: 'ops-page', redirectUri: home } });
    const person = (_id: string, subject: string, name: string) => ({
      _id,
      emails: [`${subject}@demo.example`],
      personalInformation: { firstName: '', lastName: '', name },
      permissions: subject === 'ada' ? ['service.admin'] : [],
      identities: [{ issuer: provider.issuer, subject }],
      active: subject !== 'ines',
    });
    await workplace.write('users.json', [person(ADA, 'ada', 'Ada Byron'), person(INES, 'ines', 'Ines Gone')]);
    await workplace.run(['import', 'users', 'users.json']);
    service = await workplace.serve(['--port', port], {
      OPS_AUTH_ISSUER: provider.issuer,
      OPS_AUTH_AUDIENCE: provider.audience,
      OPS_PAGE_CLIENT_ID: 'ops-page',
      OPS_PAGE_SCOPES: 'ops:read',
    });
  });
  afterEach(() => provider?.stop());

  async function freePort(): Promise<string> {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await once(taken.close(), 'close');
    return String(port);
  }

  const at = (view: string) => `${service.url}/#${view}`;
  const stored = () => open.page.evaluate('JSON.stringify({ ...sessionStorage })') as Promise<string>;

  /** Says at the provider who it is. */
  async function signInAs(account: string): Promise<void> {
    await open.page.getByLabel('Account').fill(account);
    await open.page.getByRole('button').click();
  }

  async function enter(view: string): Promise<void> {
    await open.open(at(view), {}, provider.issuer);
    await open.button('Sign in').click();
    await signInAs('ada');
    await open.button('Sign out').waitFor();
  }

  /** The next requests that change something have another token, as if theirs had ended. */
  const endToken = () =>
    open.page.route('**/user/change-permissions', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer not.a.token' } }),
    );

  it('goes by code with PKCE and state, and comes back to where somebody was', async () => {
    await open.open(at(`users/${ADA}`), {}, provider.issuer);
    const asked = open.page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth?`));
    await open.button('Sign in').click();
    const { searchParams } = new URL((await asked).url());
    expect(searchParams.get('response_type')).to.equal('code');
    expect(searchParams.get('code_challenge_method')).to.equal('S256');
    expect(searchParams.get('state')?.length).to.be.greaterThan(20);
    expect(searchParams.get('resource')).to.equal(service.url);
    expect(searchParams.get('scope')).to.equal('openid ops:read');
    await signInAs('ada');
    await open.shows(open.heading('Ada Byron'));
    expect(open.page.url(), 'no code stays in the address').to.equal(at(`users/${ADA}`));
    expect(Object.keys(JSON.parse(await stored())).sort()).to.deep.equal(['id-token', 'token']);
    expect(open.wrong).to.deep.equal([]);
  });

  it('renews the token before it ends, with nobody noticing', async () => {
    await enter('users');
    const { token } = provider.counts;
    await open.page.evaluate('Date.now = ((now) => () => now() + 599_000)(Date.now.bind(Date))');
    await open.link('Departments').click();
    await open.shows(open.page.getByText('0 departments'));
    expect(provider.counts.token).to.equal(token + 1);
    expect(open.wrong).to.deep.equal([]);
  });

  it('goes on in the middle of a form, through a sign-in that asks nothing', async () => {
    await enter(`users/${ADA}?do=add`);
    // The refresh token was in memory alone.
    await open.page.reload();
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await endToken();
    const silent = open.page.waitForRequest((request) => request.url().includes('prompt=none'));
    await open.button('Show what happens').click();
    await silent;
    await open.page.unrouteAll();
    await open.page.waitForURL(at(`users/${ADA}?do=add`));
    await open.shows(open.dialog());
    expect(await open.page.getByLabel('Permission 1').inputValue()).to.equal('service.parcels.read');
    await open.button('Show what happens').click();
    await open.button('Add').click();
    await open.page.getByRole('status').getByText('added service.parcels.read').waitFor();
  });

  it('says that the sign-in has ended where the provider does not know the person any more', async () => {
    await enter(`users/${ADA}?do=add`);
    await open.page.reload();
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await open.context.clearCookies();
    await endToken();
    await open.button('Show what happens').click();
    await open.page.getByText('Your sign-in has ended').waitFor();
    await open.page.unrouteAll();
    await open.button('Sign in').click();
    await signInAs('ada');
    await open.dialog().waitFor();
    expect(await open.page.getByLabel('Permission 1').inputValue()).to.equal('service.parcels.read');
  });

  it('signs out, at the provider too', async () => {
    await enter('users');
    await open.button('Sign out').click();
    await open.page.getByRole('button', { name: 'Sign out here too' }).click();
    await open.shows(open.heading('Sign in'));
    expect(await stored()).to.equal('{}');
    await open.button('Sign in').click();
    await open.page.getByLabel('Account').waitFor();
  });

  for (const [account, who] of [
    ['eve', 'is linked to nobody'],
    ['ines', 'is not active'],
  ] as const) {
    it(`tells somebody who ${who} that they are no user here, and lets another one sign in`, async () => {
      await open.open(at('users'), {}, provider.issuer);
      await open.button('Sign in').click();
      await signInAs(account);
      await open.page.getByText('are no active user here').waitFor();
      expect(provider.counts.token, 'no going round in circles').to.equal(1);
      await open.button('Sign in').click();
      // The provider still knows the person, and asks nevertheless.
      await open.page.getByLabel('Account').waitFor();
    });
  }

  it('takes no code that it has not asked for', async () => {
    await enter('users');
    const { token } = provider.counts;
    await open.page.goto(`${service.url}/?code=stolen&state=of-somebody-else`);
    await open.page.getByText('was not begun in this tab').waitFor();
    expect(new URL(open.page.url()).search).to.equal('');
    expect(provider.counts.token).to.equal(token);
  });

  it('says what is wrong when the provider cannot be reached', async () => {
    await open.open(at('users'), {}, provider.issuer);
    await provider.stop();
    await open.button('Sign in').click();
    await open.page.getByText('Signing in has failed').waitFor();
  });
});
