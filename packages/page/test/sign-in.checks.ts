import { expect } from 'chai';
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from '../../adapter-auth-jose/test/provider/authorization-server.ts';
import { type Service, Workplace } from '../../cli/test/ops-admin.ts';
import { OpenPage } from './a-page.ts';

const ADA = 'ada@example.org';
const EVE = 'eve@example.org';
const OF_NOBODY =
  'The access token is valid, but not linked to a user of this service, or the user is not active';

describe('Signing in to the page at a provider', () => {
  const workplace = new Workplace();
  const open = new OpenPage();
  let provider: AuthorizationServer;
  let service: Service;

  workplace.beginWith(async () => {
    const person = (_id: string, email: string, permissions: readonly string[]) => ({
      _id,
      emails: [email],
      permissions,
      personalInformation: { firstName: '', lastName: '', name: email },
    });
    await workplace.write('users.json', [
      person('65a100000000000000000001', ADA, ['service.admin']),
      person('65a100000000000000000002', EVE, []),
    ]);
    await workplace.run(['import', 'users', 'users.json']);
  });

  beforeEach(async () => {
    provider = await startAuthorizationServer();
    await link(ADA, 'ada');
    service = await workplace.serve([], {
      OPS_AUTH_ISSUER: provider.issuer,
      OPS_AUTH_AUDIENCE: provider.audience,
      OPS_AUTH_INTROSPECTION_URL: provider.introspectionUrl,
      OPS_AUTH_INTROSPECTION_CLIENT_ID: provider.clientId,
      OPS_AUTH_INTROSPECTION_CLIENT_SECRET: provider.clientSecret,
      OPS_AUTH_INTROSPECTION_CACHE: '0',
      OPS_PAGE_CLIENT_ID: 'ops-page',
      OPS_PAGE_SCOPES: 'offline_access ops:read',
    });
    await registerPage();
  });
  afterEach(() => provider?.stop());

  const registerPage = (traits = {}) =>
    provider.registerPage({ clientId: 'ops-page', redirectUri: `${service.url}/`, ...traits });
  const link = (email: string, subject: string) =>
    workplace.run(['users', 'link', email, '--issuer', provider.issuer, '--subject', subject]);

  /** Opens a view as somebody who is not signed in. */
  const arrive = (view = '') => open.open(`${service.url}/${view}`, {}, provider.issuer);

  /** Signs in as somebody, whom the provider asks. */
  async function signInAs(account: string): Promise<void> {
    await start().click();
    await open.page.waitForURL(`${provider.issuer}/**`);
    await open.page.getByLabel('Account').fill(account);
    await open.page.getByRole('button').click();
    await open.page.waitForURL(`${service.url}/**`);
  }

  async function enter(view = ''): Promise<void> {
    await arrive(view);
    await signInAs('ada');
    await open.signedIn();
  }

  /** As if the token had ended: from now on the service refuses it. */
  async function endToken(): Promise<void> {
    provider.revoke((await open.page.evaluate("sessionStorage.getItem('token')")) as string);
  }

  /** The next request to the provider. */
  const asked = async () =>
    new URL((await open.page.waitForRequest(`${provider.issuer}/auth?**`)).url()).searchParams;

  /** The button that leads to the provider. */
  const start = () => open.page.getByRole('button', { name: /^Continue to/ });

  const text = (shown: string) => open.page.getByText(shown);

  it('leads to the requested view, with nothing in the address and no refresh token in the tab', async () => {
    await arrive('#audit?action=link');
    const [question] = await Promise.all([asked(), signInAs('ada')]);
    expect(Object.fromEntries(question)).to.include({
      client_id: 'ops-page',
      redirect_uri: `${service.url}/`,
      resource: service.url,
      scope: 'openid offline_access ops:read',
      code_challenge_method: 'S256',
    });
    for (const name of ['code_challenge', 'nonce', 'state'])
      expect(question.get(name), name).to.have.length(43);
    expect(question.has('prompt')).to.equal(false);
    await open.shows(open.button('Entry 3'));
    expect(open.page.url()).to.equal(`${service.url}/#audit?action=link`);
    expect(await open.page.evaluate('JSON.stringify([localStorage, document.cookie])')).to.equal('[{},""]');
    expect(await open.page.evaluate('Object.keys(sessionStorage).sort().join()')).to.equal('id-token,token');

    await open.page.reload();
    await open.shows(open.button('Entry 3'));
    expect([provider.counts.token, open.wrong]).to.deep.equal([1, []]);
  });

  it('renews a token by the refresh token before it expires, without leaving the page', async () => {
    await enter();
    await open.page.evaluate('Date.now = ((now) => () => now() + 599_000)(Date.now.bind(Date))');
    await endToken();
    await open.link('Departments').click();
    await open.heading('Departments').waitFor();
    await text('0 departments').waitFor();
    expect([provider.counts.token, open.wrong]).to.deep.equal([2, []]);
  });

  it('goes to the provider and returns silently without a refresh token, and loses nothing', async () => {
    await registerPage({ refreshes: false });
    await enter('#users/65a100000000000000000002?do=add');
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await open.button('Preview changes').click();
    await open.page.getByLabel('Reason').fill('ticket 7');
    await endToken();
    const [question] = await Promise.all([asked(), open.button('Add 1 permission').click()]);
    expect(question.get('prompt')).to.equal('none');
    await open.button('Preview changes').click();
    expect(await open.page.getByLabel('Reason').inputValue()).to.equal('ticket 7');
    await open.button('Add 1 permission').click();
    await open.page.getByRole('status').getByText('added service.parcels.read').waitFor();
    expect(await workplace.json('permissions', 'list', EVE)).to.deep.equal(['service.parcels.read']);
    expect(await open.page.evaluate('Object.keys(sessionStorage).sort().join()')).to.equal('id-token,token');
    expect(open.wrong).to.deep.equal([]);
  });

  it("keeps a list's selection through the redirect to the provider and back", async () => {
    await registerPage({ refreshes: false });
    await enter();
    await open.page.getByRole('checkbox', { name: `Select ${ADA}` }).check();
    await open.page.getByRole('checkbox', { name: `Select ${EVE}` }).check();
    await endToken();
    await Promise.all([
      asked(),
      open.filter().then(() => open.page.getByLabel('Status').selectOption('active')),
    ]);
    await text('2 selected').waitFor();
    expect(await open.page.getByRole('checkbox', { name: `Select ${EVE}` }).isChecked()).to.equal(true);

    await open.link(ADA).click();
    await open.page.getByRole('checkbox', { name: 'Select service.admin', exact: true }).check();
    await endToken();
    await Promise.all([
      asked(),
      open
        .link('Add permissions')
        .click()
        .then(() => open.page.reload()),
    ]);
    await open.dialog().getByRole('button', { name: 'Close' }).click();
    await open.link('Remove…').waitFor();
    expect(open.wrong).to.deep.equal([]);
  });

  it('gives no other person the values typed and selected before the sign-in ended', async () => {
    await workplace.run(['permissions', 'add', EVE, 'service.admin']);
    await link(EVE, 'eve');
    await enter();
    await open.page.getByRole('checkbox', { name: `Select ${EVE}` }).check();
    await open.page.goto(`${service.url}/#users/65a100000000000000000002?do=add`);
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await open.button('Preview changes').click();
    await open.page.getByLabel('Reason').fill('only Ada knows');
    await open.context.clearCookies();
    await endToken();
    await open.button('Add 1 permission').click();
    await text('Your session has ended').waitFor();
    await signInAs('eve');
    await open.dialog().waitFor();
    expect(await open.page.getByLabel('Permission 1').inputValue()).to.equal('');
    expect(await open.page.evaluate('JSON.stringify(sessionStorage)')).not.to.match(
      /Ada knows|parcels|selected/,
    );
    await open.dialog().getByRole('button', { name: 'Close' }).click();
    await open.link('Users').first().click();
    await open.page.getByRole('checkbox', { name: `Select ${EVE}` }).waitFor();
    expect(await open.page.getByRole('checkbox', { checked: true }).count()).to.equal(0);
    expect(open.wrong).to.deep.equal([]);
  });

  it('signs in again, and loses nothing, where the provider has ended its session', async () => {
    await enter('#users/65a100000000000000000002?do=add');
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await open.button('Preview changes').click();
    await open.page.getByLabel('Reason').fill('ticket 7');
    await open.context.clearCookies();
    await endToken();
    await open.button('Add 1 permission').click();
    await text('Your session has ended. Sign in again to continue.').waitFor();
    await signInAs('ada');
    expect(await open.page.getByLabel('Permission 1').inputValue()).to.equal('service.parcels.read');
    await open.button('Preview changes').click();
    expect(await open.page.getByLabel('Reason').inputValue()).to.equal('ticket 7');
    expect(open.wrong).to.deep.equal([]);
  });

  it('signs out, at the provider too', async () => {
    await enter();
    await open.signOut();
    await open.button('Sign out here too').click();
    await open.shows(open.heading('Sign in'));
    expect(await open.page.evaluate('JSON.stringify(sessionStorage)')).to.equal('{}');
    await start().click();
    await open.page.getByLabel('Account').waitFor();
    expect(open.wrong).to.deep.equal([]);
  });

  it('reports a remaining session at the provider after signing out, and admits no other person to it', async () => {
    const { end_session_endpoint: _, ...others } = (await (await fetch(provider.discoveryUrl)).json()) as {
      end_session_endpoint: string;
    };
    provider.answerWith('discovery', 200, others, { 'access-control-allow-origin': service.url });
    await enter();
    await open.signOut();
    await text(`You may still be signed in at ${new URL(provider.issuer).host}.`).waitFor();
    expect(await open.page.evaluate('JSON.stringify(sessionStorage)')).to.equal('{}');
    await start().click();
    await open.page.getByLabel('Account').waitFor();
  });

  it('shows the message of the service to an unlinked person, without redirecting in circles, and continues once linked', async () => {
    await arrive('#me');
    await signInAs('eve');
    await open.shows(text(OF_NOBODY));
    await open.expectAccessible();
    expect(provider.counts.token).to.equal(1);
    await link(EVE, 'eve');
    await open.button('Try again').click();
    await open.shows(text(EVE));
    expect([provider.counts.token, open.wrong]).to.deep.equal([1, []]);
    expect(await workplace.run(['users', 'deactivate', EVE])).to.have.property('code', 0);
    await open.page.reload();
    await open.shows(text(OF_NOBODY));
  });

  it('lets an unlinked person sign in with another account', async () => {
    await arrive();
    await signInAs('mallory');
    await text(OF_NOBODY).waitFor();
    await open.button('Use another account').click();
    await open.button('Sign out here too').click();
    await signInAs('ada');
    await open.heading('Users').waitFor();
  });

  it('keeps a form for a user who is deactivated meanwhile, until they are active again', async () => {
    await workplace.run(['permissions', 'add', EVE, 'service.admin']);
    await enter('#users/65a100000000000000000002?do=add');
    await open.page.getByLabel('Permission 1').fill('service.parcels.read');
    await open.button('Preview changes').click();
    await open.page.getByLabel('Reason').fill('ticket 7');
    await workplace.run(['users', 'deactivate', ADA]);
    await open.button('Add 1 permission').click();
    await text(OF_NOBODY).waitFor();
    expect(provider.counts.token).to.equal(1);
    await workplace.run(['users', 'activate', ADA]);
    await open.button('Try again').click();
    await open.button('Preview changes').click();
    expect(await open.page.getByLabel('Reason').inputValue()).to.equal('ticket 7');
  });

  it('does not redirect in circles where the service accepts no token from the provider', async () => {
    const other = await workplace.serve([], {
      OPS_AUTH_ISSUER: provider.issuer,
      OPS_AUTH_AUDIENCE: 'urn:other',
      OPS_PAGE_CLIENT_ID: 'ops-page',
    });
    await registerPage({ redirectUri: `${other.url}/` });
    await open.open(other.url, {}, provider.issuer);
    await start().click();
    await open.page.getByLabel('Account').fill('ada');
    await open.page.getByRole('button').click();
    await text('this service does not accept its token').waitFor();
    expect(provider.counts.token).to.equal(1);
  });

  it('explains a failed sign-in', async () => {
    await arrive();
    await provider.stop();
    await start().click();
    await text('cannot be reached').waitFor();
    await provider.start();
    await registerPage({ refreshes: false });
    await open.page.route(`${provider.issuer}/auth?**`, (route) => {
      const state = new URL(route.request().url()).searchParams.get('state');
      const answer = `error=access_denied&error_description=Not+today&state=${state}&iss=${provider.issuer}`;
      return route.fulfill({ status: 303, headers: { location: `${service.url}/?${answer}` } });
    });
    await start().click();
    await text('Sign-in failed: Not today').waitFor();
    expect(open.page.url()).to.equal(`${service.url}/`);
  });

  for (const [what, refusal] of [
    ['state', 'it did not begin in this tab'],
    ['nonce', 'the ID token belongs to another sign-in'],
    ['verifier', 'grant request is invalid'],
  ] as const) {
    it(`admits no person with another ${what} than at the beginning`, async () => {
      await arrive();
      await open.page.addInitScript(`
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (name, text) {
          if (name !== 'sign-in') return setItem.call(this, name, text);
          setItem.call(this, name, JSON.stringify({ ...JSON.parse(text), ${what}: 'x'.repeat(43) }));
        };
      `);
      await open.page.reload();
      await signInAs('ada');
      await text(`Sign-in failed: ${refusal}`).waitFor();
      expect(await open.page.evaluate("sessionStorage.getItem('token')")).to.equal(null);
      expect(provider.counts.token).to.equal(what === 'state' ? 0 : 1);
    });
  }

  const elsewhere = 'https://id.elsewhere.example';
  for (const [what, change, refusal] of [
    ['from another issuer', { iss: elsewhere }, 'another provider answered'],
    ['that does not name its issuer', { iss: undefined }, 'another provider answered'],
    ['without a code', { code: undefined }, 'the answer of the provider is malformed'],
  ] as const) {
    it(`admits no person by an answer ${what}`, async () => {
      await arrive();
      await open.page.route(`${provider.issuer}/auth?**`, (route) => {
        const state = new URL(route.request().url()).searchParams.get('state');
        const answer = { code: 'c', state, iss: provider.issuer, ...change };
        const given = Object.entries(answer).filter((pair): pair is [string, string] => !!pair[1]);
        const location = `${service.url}/?${new URLSearchParams(given)}`;
        return route.fulfill({ status: 303, headers: { location } });
      });
      await start().click();
      await text(`Sign-in failed: ${refusal}`).waitFor();
      expect(provider.counts.token).to.equal(0);
    });
  }

  it('admits no person by a code that the address repeats', async () => {
    await arrive();
    await open.page.route(`${provider.issuer}/auth?**`, (route) => {
      const state = new URL(route.request().url()).searchParams.get('state');
      const location = `${service.url}/?code=a&code=b&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
      return route.fulfill({ status: 303, headers: { location } });
    });
    await start().click();
    await text('the answer of the provider is malformed').waitFor();
    expect(provider.counts.token).to.equal(0);
  });

  for (const [what, claims, refusal] of [
    ['from another issuer', { iss: elsewhere }, 'for another client'],
    ['for another client', { aud: 'other' }, 'for another client'],
    ['for several clients, without naming one', { aud: ['ops-page', 'other'] }, 'for another client'],
    ['requested by another client', { azp: 'other' }, 'for another client'],
    ['without a subject', { sub: undefined }, 'for another client'],
    ['that has expired', { exp: 1_000_000 }, 'the ID token has expired'],
    ['without an expiry', { exp: undefined }, 'the ID token has expired'],
    ['that is missing', undefined, 'the ID token is missing'],
  ] as const) {
    it(`admits no person by an ID token ${what}`, async () => {
      await arrive();
      await open.page.route(`${provider.issuer}/token`, async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { id_token: string };
        const [header, payload = '', signature] = answer.id_token.split('.');
        const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims };
        const written = Buffer.from(JSON.stringify(changed)).toString('base64url');
        const token = claims && [header, written, signature].join('.');
        await route.fulfill({ response, json: { ...answer, id_token: token } });
      });
      await signInAs('ada');
      await text(refusal).waitFor();
      expect(await open.page.evaluate("sessionStorage.getItem('token')")).to.equal(null);
    });
  }

  for (const [what, change] of [
    ['an access token that is not a bearer token', { token_type: 'DPoP' }],
    ['no access token', { access_token: undefined }],
  ] as const) {
    it(`admits no person by ${what}`, async () => {
      await arrive();
      await open.page.route(`${provider.issuer}/token`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), ...change } });
      });
      await signInAs('ada');
      await text('the answer of the provider is malformed').waitFor();
      expect(await open.page.evaluate("sessionStorage.getItem('token')")).to.equal(null);
    });
  }

  it('redirects to no provider whose metadata name another issuer', async () => {
    const metadata = (await (await fetch(provider.discoveryUrl)).json()) as object;
    const headers = { 'access-control-allow-origin': service.url };
    provider.answerWith('discovery', 200, { ...metadata, issuer: elsewhere }, headers);
    await arrive();
    await start().click();
    await text('the metadata of the provider are incomplete, or belong to another issuer').waitFor();
    expect(new URL(open.page.url()).origin).to.equal(service.url);
  });

  it('accepts no code that it did not request, and stays signed in as before', async () => {
    await enter();
    await open.page.goto(`${service.url}/?code=stolen&state=of-somebody-else`);
    await text('it did not begin in this tab').waitFor();
    expect(open.page.url()).to.equal(`${service.url}/`);
    await open.page.reload();
    await open.heading('Users').waitFor();
    expect(provider.counts.token).to.equal(1);
  });

  it('redirects from another address of the service to the one that the provider knows', async () => {
    await arrive();
    const elsewhere = service.url.replace('127.0.0.1', 'localhost');
    await open.page.route(`${elsewhere}/page/config`, async (route) => {
      const { signIn } = (await (await fetch(`${service.url}/page/config`)).json()) as { signIn: object };
      await route.fulfill({ json: { signIn } });
    });
    await open.page.goto(`${elsewhere}/#audit?action=link`);
    await start().click();
    await open.page.waitForURL(`${service.url}/#audit?action=link`);
    await signInAs('ada');
    await open.shows(open.button('Entry 3'));
  });

  it('reads no token from a link where users sign in at a provider', async () => {
    await arrive(`#token=${await provider.authorizationCodeToken('ada')}`);
    await open.heading('Sign in').waitFor();
    expect(open.page.url()).to.equal(`${service.url}/`);
  });
});
