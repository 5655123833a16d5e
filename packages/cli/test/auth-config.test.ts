import { readdirSync } from 'node:fs';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { AProvider } from './a-provider.ts';
import { type Service, Workplace } from './ops-admin.ts';

type Variables = Record<string, string>;

const ISSUER = { OPS_AUTH_ISSUER: 'https://id.example' };
const AUDIENCE = { OPS_AUTH_AUDIENCE: 'https://ops.example' };
const PROVIDER = { ...ISSUER, ...AUDIENCE };
const SECRET = 'a-secret-of-the-client';
const INTROSPECTION = {
  OPS_AUTH_INTROSPECTION_URL: 'https://id.example/introspect',
  OPS_AUTH_INTROSPECTION_CLIENT_ID: 'ops-admin',
  OPS_AUTH_INTROSPECTION_CLIENT_SECRET: SECRET,
};
const { OPS_AUTH_INTROSPECTION_CLIENT_SECRET: _, ...WITHOUT_SECRET } = INTROSPECTION;
const PLACES = 'OPS_AUTH_ISSUER, OPS_AUTH_JWKS_URL or OPS_AUTH_JWKS_FILE';
const CREDENTIALS =
  'OPS_AUTH_INTROSPECTION_URL needs OPS_AUTH_INTROSPECTION_CLIENT_ID, and its secret as ' +
  'OPS_AUTH_INTROSPECTION_CLIENT_SECRET or OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE';
const SAFE_URL = 'must be an https URL, or http on this machine';
const ALGORITHMS =
  'must be one or more of ES256, ES384, ES512, EdDSA, Ed25519, RS256, RS384, RS512, PS256, PS384, PS512';

describe('The configuration of a provider', () => {
  const workplace = new Workplace();

  /** Expects exit code 2 with these lines on standard error, and none other. */
  const expectRefusal = async (env: Variables, lines: readonly string[]) => {
    const { code, stdout, stderr } = await workplace.run(['geocode', 'JFK'], { env });
    expect(stderr).to.equal(lines.map((line) => `ops-admin: ${line}\n`).join(''));
    expect([code, stdout]).to.deep.equal([2, '']);
  };

  describe('that is incomplete', () => {
    const needsKeys: Variables = {
      ...AUDIENCE,
      OPS_AUTH_ALGORITHMS: 'ES256',
      OPS_AUTH_CLOCK_TOLERANCE: '5',
      OPS_AUTH_INTROSPECTION_CACHE: '5',
      OPS_AUTH_MAX_LIFETIME: '86400',
      OPS_AUTH_TYPES: 'at+jwt',
      OPS_AUTH_USER_CLAIM: 'oid',
    };
    for (const [name, value] of Object.entries(needsKeys)) {
      it(`is refused: ${name} without a key source`, () =>
        expectRefusal({ [name]: value }, [`${name} needs ${PLACES}`]));
    }

    it('is refused: introspection without a key source', () =>
      expectRefusal(INTROSPECTION, [`OPS_AUTH_INTROSPECTION_CLIENT_ID needs ${PLACES}`]));

    for (const place of ['OPS_AUTH_ISSUER', 'OPS_AUTH_JWKS_URL', 'OPS_AUTH_JWKS_FILE']) {
      it(`is refused: ${place} without an audience`, () =>
        expectRefusal({ [place]: 'https://id.example' }, ['OPS_AUTH_AUDIENCE is required with a provider']));
    }

    it('is refused: an empty audience', () =>
      expectRefusal({ ...ISSUER, OPS_AUTH_AUDIENCE: '' }, ['OPS_AUTH_AUDIENCE is required with a provider']));

    it('is refused: two key sources', () =>
      expectRefusal(
        { ...AUDIENCE, OPS_AUTH_JWKS_URL: 'https://id.example/keys', OPS_AUTH_JWKS_FILE: 'keys.json' },
        ['OPS_AUTH_JWKS_URL and OPS_AUTH_JWKS_FILE exclude each other'],
      ));

    const halves: Record<string, [env: Variables, problem: string]> = {
      'without a client': [{ OPS_AUTH_INTROSPECTION_CLIENT_ID: '' }, CREDENTIALS],
      'without a secret': [{ OPS_AUTH_INTROSPECTION_CLIENT_SECRET: '' }, CREDENTIALS],
      'with two secrets': [{ OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE: 'secret.txt' }, CREDENTIALS],
      'without an address': [
        { OPS_AUTH_INTROSPECTION_URL: '' },
        'OPS_AUTH_INTROSPECTION_CLIENT_ID and its secret need OPS_AUTH_INTROSPECTION_URL',
      ],
    };
    for (const [what, [env, problem]] of Object.entries(halves)) {
      it(`is refused: introspection ${what}`, () =>
        expectRefusal({ ...PROVIDER, ...INTROSPECTION, ...env }, [problem]));
    }

    it('is refused: a secret file that is missing or empty', async () => {
      const env = { ...PROVIDER, ...WITHOUT_SECRET, OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE: 'secret.txt' };
      await workplace.write('secret.txt', '\n');
      for (const file of ['missing.txt', '.', 'secret.txt']) {
        const { code, stdout, stderr } = await workplace.run(['geocode', 'JFK'], {
          env: { ...env, OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE: file },
        });
        expect([code, stdout], file).to.deep.equal([2, '']);
        expect(stderr, file).to.match(/^ops-admin: OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE .*\n$/);
      }
    });
  });

  describe('with a wrong value', () => {
    const unsafe: Record<string, string> = {
      'a malformed URL': 'id.example',
      'http on another machine': 'http://id.example',
      'http on a host that only looks local': 'http://127.0.0.1.id.example',
      'another scheme': 'ftp://id.example',
      'a user name': 'https://ada@id.example',
      'a password': 'https://:secret@id.example',
      'a fragment': 'https://id.example/#here',
    };
    for (const [what, url] of Object.entries(unsafe)) {
      const names = ['OPS_AUTH_INTROSPECTION_URL', 'OPS_AUTH_ISSUER', 'OPS_AUTH_JWKS_URL'];
      it(`is refused: an address with ${what}`, () =>
        expectRefusal(
          { ...PROVIDER, ...INTROSPECTION, ...Object.fromEntries(names.map((name) => [name, url])) },
          names.map((name) => `${name} ${SAFE_URL}`),
        ));
    }

    for (const issuer of ['https://id.example/#', 'https://id.example?tenant=1', 'https://id.exa mple']) {
      it(`is refused: the issuer ${JSON.stringify(issuer)}, which is not a valid issuer`, async () => {
        const { code, stderr } = await workplace.run(['geocode', 'JFK'], {
          env: { ...PROVIDER, OPS_AUTH_ISSUER: issuer },
        });
        expect(code).to.equal(2);
        expect(stderr).to.match(/^ops-admin: OPS_AUTH_ISSUER must be /);
      });
    }

    for (const url of [
      'ops.example.org',
      'https:ops.example.org',
      'ftp://ops.example.org',
      'https://ops.example.org?tenant=1',
      'https://ops.example.org/?',
      'https://ops.example.org/#here',
      'https://ada@ops.example.org',
      'https://:secret@ops.example.org',
      'https://ops.example.org/a b',
      'https://ops"example.org',
      'https://ops.example.org:65536',
    ]) {
      it(`is refused: the public URL ${JSON.stringify(url)}`, () =>
        expectRefusal({ OPS_PUBLIC_URL: url }, [
          'OPS_PUBLIC_URL must be an http or https URL without user name, password, query and fragment',
        ]));
    }

    for (const algorithm of ['none', 'HS256', 'HS512', 'es256', 'ECDH-ES', '']) {
      it(`is refused: the algorithm ${JSON.stringify(algorithm)}`, () =>
        expectRefusal({ ...PROVIDER, OPS_AUTH_ALGORITHMS: `ES256,${algorithm}` }, [
          `OPS_AUTH_ALGORITHMS[1] ${ALGORITHMS}`,
        ]));
    }

    it('is refused: an empty type in a list of types', async () => {
      const { code, stderr } = await workplace.run(['geocode', 'JFK'], {
        env: { ...PROVIDER, OPS_AUTH_TYPES: 'at+jwt,' },
      });
      expect(code).to.equal(2);
      expect(stderr).to.match(/^ops-admin: OPS_AUTH_TYPES\[1\] must .*\n$/);
    });

    const bounds: Record<string, [from: number, to: number]> = {
      OPS_AUTH_CLOCK_TOLERANCE: [0, 300],
      OPS_AUTH_INTROSPECTION_CACHE: [0, 300],
      OPS_AUTH_MAX_LIFETIME: [60, 31_622_400],
    };
    const wrong: Record<string, (from: number, to: number) => string> = {
      'too small': (from) => String(from - 1),
      'too large': (_from, to) => String(to + 1),
      'not a whole number': () => '60.5',
      'in another notation': () => '1e2',
      'with a space': () => '6 0',
      'not a number': () => 'ten',
    };
    for (const [what, valueIn] of Object.entries(wrong)) {
      it(`is refused: every number that is ${what}`, () =>
        expectRefusal(
          {
            ...PROVIDER,
            ...Object.fromEntries(Object.entries(bounds).map(([name, range]) => [name, valueIn(...range)])),
          },
          Object.entries(bounds).map(
            ([name, [from, to]]) => `${name} must be a whole number from ${from} to ${to}`,
          ),
        ));
    }

    it('accepts every number at its bounds', async () => {
      for (const end of [0, 1] as const) {
        const numbers = Object.entries(bounds).map(([name, range]) => [name, String(range[end])]);
        const { code, stderr } = await workplace.run(['geocode', 'JFK'], {
          env: { ...PROVIDER, ...INTROSPECTION, ...Object.fromEntries(numbers) },
        });
        expect([code, stderr]).to.deep.equal([0, '']);
      }
    });

    it('is refused with all problems together, including those of other variables', async () => {
      await expectRefusal(
        {
          OPS_AUTH_ALGORITHMS: 'none,ES256,HS256',
          OPS_AUTH_CLOCK_TOLERANCE: '-1',
          OPS_AUTH_ISSUER: 'http://id.example',
          OPS_AUTH_MAX_LIFETIME: 'long',
          OPS_LOG_LEVEL: 'loud',
        },
        [
          'OPS_LOG_LEVEL must be one of debug, info, warn, error, silent',
          `OPS_AUTH_ALGORITHMS[0] ${ALGORITHMS}`,
          `OPS_AUTH_ALGORITHMS[2] ${ALGORITHMS}`,
          'OPS_AUTH_CLOCK_TOLERANCE must be a whole number from 0 to 300',
          `OPS_AUTH_ISSUER ${SAFE_URL}`,
          'OPS_AUTH_MAX_LIFETIME must be a whole number from 60 to 31622400',
          'OPS_AUTH_AUDIENCE is required with a provider',
        ],
      );
      await expectRefusal({ ...ISSUER, ...WITHOUT_SECRET }, [
        'OPS_AUTH_AUDIENCE is required with a provider',
        CREDENTIALS,
      ]);
    });

    it('is refused with missing variables and wrong ones in one message', async () => {
      const { code, stderr } = await workplace.run(['geocode', 'JFK'], {
        env: { ...ISSUER, OPS_AUTH_MAX_LIFETIME: 'long' },
      });
      expect(code).to.equal(2);
      expect(stderr).to.include('OPS_AUTH_MAX_LIFETIME').and.include('OPS_AUTH_AUDIENCE');
    });

    it('never shows the secret', async () => {
      for (const env of [
        { ...INTROSPECTION },
        { ...PROVIDER, ...INTROSPECTION, OPS_AUTH_INTROSPECTION_CLIENT_ID: '' },
        { ...PROVIDER, ...INTROSPECTION, OPS_AUTH_MAX_LIFETIME: 'long' },
      ]) {
        const { code, stdout, stderr } = await workplace.run(['geocode', 'JFK'], { env });
        expect(code).to.equal(2);
        expect(stdout + stderr).to.not.include(SECRET);
      }
    });
  });

  it('accepts every safe address, and spaces around the elements of a list', async () => {
    const addresses = [
      'http://localhost:1',
      'http://127.9.9.9',
      'http://[::1]:1/realm',
      'https://id.example/',
    ];
    for (const url of addresses) {
      const env = {
        ...INTROSPECTION,
        ...AUDIENCE,
        OPS_AUTH_ISSUER: url,
        OPS_AUTH_JWKS_URL: url,
        OPS_AUTH_INTROSPECTION_URL: url,
        OPS_AUTH_ALGORITHMS: 'RS256, EdDSA',
        OPS_AUTH_TYPES: 'at+jwt, JWT',
      };
      const { code, stderr } = await workplace.run(['geocode', 'JFK'], { env });
      expect([code, stderr], url).to.deep.equal([0, '']);
    }
  });
});

describe('ops-admin with a provider', () => {
  const workplace = new Workplace();
  let provider: AProvider;
  /** Tokens that must not be seen anywhere. */
  let tokens: string[];

  beforeEach(async () => {
    provider = await AProvider.start();
    tokens = [];
    await importUsers([{ issuer: provider.issuer, subject: 'ada' }]);
  });
  afterEach(() => provider.stop());

  const importUsers = async (identities: readonly object[]) => {
    await workplace.write('users.json', [
      {
        _id: anId(1),
        emails: ['ada@example.org'],
        personalInformation: { name: 'Ada' },
        permissions: ['service.admin'],
        identities,
      },
    ]);
    expect((await workplace.run(['import', 'users', 'users.json', '--yes'])).code).to.equal(0);
  };
  const tokenOf = async (...given: Parameters<AProvider['token']>) => {
    const token = await provider.token(...given);
    tokens.push(token);
    return token;
  };
  const call = ({ url }: Service, token: string) =>
    fetch(`${url}/department/list/0/0`, { headers: { authorization: `Bearer ${token}` } });
  const statusOf = async (service: Service, token: string) => (await call(service, token)).status;
  const logOf = (service: Service) =>
    service
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: string; err?: { message: string } });
  const expectNoSecretsIn = (text: string) => {
    for (const token of tokens) {
      expect(text).to.not.include(token);
      for (const part of token.split('.')) expect(text).to.not.include(part);
    }
    expect(text).to.not.include(SECRET);
  };

  describe('serve', () => {
    it('needs only an issuer and an audience', async () => {
      const service = await workplace.serve([], provider.env);
      const token = await tokenOf('ada');
      expect(await statusOf(service, token)).to.equal(200);
      expect(await statusOf(service, await tokenOf('eve'))).to.equal(401);
      expect(await statusOf(service, await tokenOf('ada', { aud: 'https://other.example' }))).to.equal(401);
      expect(await statusOf(service, await tokenOf('ada', { iss: 'https://other.example' }))).to.equal(401);
      expect(await statusOf(service, await tokenOf('ada', {}, { typ: 'JWT' }))).to.equal(401);
      const refused = await call(service, `${token}x`);
      expect(refused.status).to.equal(401);
      const metadata = `${service.url}/.well-known/oauth-protected-resource`;
      expect(refused.headers.get('www-authenticate')).to.equal(
        `Bearer error="invalid_token", resource_metadata="${metadata}"`,
      );
      expect(await (await fetch(metadata)).json()).to.deep.equal({
        resource: service.url,
        authorization_servers: [provider.issuer],
        bearer_methods_supported: ['header'],
      });
      expect(service.log()).to.not.include('local keys');
      expectNoSecretsIn(service.log());
    });

    it('is called by its public URL, with or without a slash at the end', async () => {
      for (const [given, resource] of [
        ['https://ops.example.org/', 'https://ops.example.org'],
        ['HTTPS://OPS.example.org:443/api/', 'https://ops.example.org/api'],
      ] as const) {
        const service = await workplace.serve([], { ...provider.env, OPS_PUBLIC_URL: given });
        const { headers } = await fetch(`${service.url}/department/list/0/0`);
        expect(headers.get('www-authenticate')).to.equal(
          `Bearer resource_metadata="${resource}/.well-known/oauth-protected-resource"`,
        );
        const metadata = await fetch(`${service.url}/.well-known/oauth-protected-resource`);
        expect(await metadata.json()).to.include({ resource });
      }
    });

    it('does not name an issuer where it knows none', async () => {
      const env = {
        OPS_AUTH_JWKS_URL: `${provider.issuer}/keys`,
        OPS_AUTH_AUDIENCE: provider.audience,
        OPS_PUBLIC_URL: 'https://ops.example.org',
      };
      const service = await workplace.serve([], env);
      const { headers } = await fetch(`${service.url}/department/list/0/0`);
      expect(headers.get('www-authenticate')).to.equal('Bearer');
      expect((await fetch(`${service.url}/.well-known/oauth-protected-resource`)).status).to.equal(404);
    });

    it('finds the metadata of an issuer with a path at either address', async () => {
      const issuer = `${provider.issuer}/realms/one`;
      const metadata = { ...provider.metadata, issuer };
      await importUsers([{ issuer, subject: 'ada' }]);
      const token = await tokenOf('ada', { iss: issuer });
      for (const place of [
        '/realms/one/.well-known/openid-configuration',
        '/.well-known/oauth-authorization-server/realms/one',
      ]) {
        provider.documents.set(place, metadata);
        const service = await workplace.serve([], { ...provider.env, OPS_AUTH_ISSUER: issuer });
        expect(await statusOf(service, token), place).to.equal(200);
        provider.documents.delete(place);
      }
    });

    it("accepts a user's tokens with a key set address or file, while the user has the identity", async () => {
      await workplace.write('keys.json', provider.keySet);
      const places: Variables[] = [
        { OPS_AUTH_JWKS_FILE: 'keys.json' },
        { OPS_AUTH_JWKS_URL: `${provider.issuer}/keys` },
        { OPS_AUTH_JWKS_URL: `${provider.issuer}/keys`, OPS_AUTH_ISSUER: provider.issuer },
      ];
      provider.documents.delete('/.well-known/openid-configuration');
      const token = await tokenOf('ada');
      for (const place of places) {
        await importUsers([{ issuer: provider.issuer, subject: 'ada' }]);
        const service = await workplace.serve([], { OPS_AUTH_AUDIENCE: provider.audience, ...place });
        expect(await statusOf(service, token)).to.equal(200);
        await importUsers([]);
        expect(await statusOf(service, token)).to.equal(401);
        const { code } = await workplace.run([
          ...['users', 'link', anId(1)],
          ...['--issuer', provider.issuer, '--subject', 'ada'],
        ]);
        expect([code, await statusOf(service, token)]).to.deep.equal([0, 200]);
        expectNoSecretsIn(service.log());
      }
    });

    it('requires the issuer that is configured with a key set address', async () => {
      const other = { iss: 'https://other.example' };
      await importUsers([{ issuer: other.iss, subject: 'ada' }]);
      const env: Variables = {
        OPS_AUTH_AUDIENCE: provider.audience,
        OPS_AUTH_JWKS_URL: `${provider.issuer}/keys`,
      };
      const any = await workplace.serve([], env);
      expect(await statusOf(any, await tokenOf('ada', other))).to.equal(200);
      const one = await workplace.serve([], { ...env, OPS_AUTH_ISSUER: provider.issuer });
      expect(await statusOf(one, await tokenOf('ada', other))).to.equal(401);
    });

    it('finds a user by the configured claim', async () => {
      const service = await workplace.serve([], { ...provider.env, OPS_AUTH_USER_CLAIM: 'ops_user' });
      expect(await statusOf(service, await tokenOf('anyone', { ops_user: anId(1) }))).to.equal(200);
      for (const claims of [{}, { ops_user: anId(2) }, { ops_user: 'ada' }, { ops_user: [anId(1)] }]) {
        expect(await statusOf(service, await tokenOf('ada', claims)), JSON.stringify(claims)).to.equal(401);
      }
      expectNoSecretsIn(service.log());
    });

    it('accepts other token types that are configured', async () => {
      for (const types of ['at+jwt,jwt', 'application/at+jwt, JWT']) {
        const service = await workplace.serve([], { ...provider.env, OPS_AUTH_TYPES: types });
        for (const typ of ['JWT', 'jwt', 'at+jwt', 'application/at+jwt'])
          expect(await statusOf(service, await tokenOf('ada', {}, { typ })), `${typ} of ${types}`).to.equal(
            200,
          );
        expect(await statusOf(service, await tokenOf('ada', {}, { typ: 'logout+jwt' }))).to.equal(401);
      }
    });

    it('asks the provider whether a token is still valid, with a secret from a file', async () => {
      await workplace.write('secret.txt', `${SECRET}\n`);
      provider.documents.set('/introspect', { active: true });
      const service = await workplace.serve([], {
        ...provider.env,
        OPS_AUTH_INTROSPECTION_URL: `${provider.issuer}/introspect`,
        OPS_AUTH_INTROSPECTION_CLIENT_ID: 'ops-admin',
        OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE: 'secret.txt',
        OPS_AUTH_INTROSPECTION_CACHE: '0',
      });
      const token = await tokenOf('ada');
      expect(await statusOf(service, token)).to.equal(200);
      provider.documents.set('/introspect', { active: false });
      expect(await statusOf(service, token)).to.equal(401);
      provider.documents.delete('/introspect');
      expect(await statusOf(service, token)).to.equal(500);
      expect(service.log()).to.include('answered status 404 to an introspection');
      expectNoSecretsIn(service.log());
    });

    it('refuses a token of an inactive user, with and without introspection', async () => {
      provider.documents.set('/introspect', { active: true });
      const introspects = {
        OPS_AUTH_INTROSPECTION_URL: `${provider.issuer}/introspect`,
        OPS_AUTH_INTROSPECTION_CLIENT_ID: 'ops-admin',
        OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE: 'secret.txt',
      };
      await workplace.write('secret.txt', `${SECRET}\n`);
      const token = await tokenOf('ada');
      for (const more of [{}, introspects]) {
        const service = await workplace.serve([], { ...provider.env, ...more });
        expect(await statusOf(service, token)).to.equal(200);
        await workplace.run(['users', 'deactivate', anId(1), '--force']);
        expect(await statusOf(service, token), 'from the next request on').to.equal(401);
        await workplace.run(['users', 'activate', anId(1)]);
        expect(await statusOf(service, token)).to.equal(200);
      }
      await workplace.run(['users', 'deactivate', anId(1), '--force']);
      const { code, stderr } = await workplace.run(['token', 'issue', '--user', anId(1)]);
      expect([code, stderr]).to.deep.equal([2, `ops-admin: ${anId(1)} is not active: no token is issued\n`]);
    });

    it('starts without the provider, says so, and accepts tokens once the provider is reachable', async () => {
      await provider.stop();
      const service = await workplace.serve([], provider.env);
      const warning = logOf(service).find(({ msg }) => msg === 'keys of the provider not fetched');
      expect(warning).to.include({ level: 40 });
      expect(warning?.err?.message).to.equal(`${provider.issuer} did not answer: ECONNREFUSED`);
      expect((await fetch(`${service.url}/health/ready`)).status).to.equal(200);
      const token = await tokenOf('ada');
      const unknown = await call(service, token);
      expect(unknown.status).to.equal(500);
      expect(((await unknown.json()) as { error: { code: string } }).error.code).to.equal('SERVER_ERROR');
      expect(unknown.headers.get('www-authenticate')).to.equal(null);

      await provider.listen();
      // Attempts that fail are a second apart.
      await until(async () => (await statusOf(service, token)) === 200, 'a token that is taken');
      expectNoSecretsIn(service.log());
    });

    it('continues through an outage', async () => {
      const service = await workplace.serve([], provider.env);
      const token = await tokenOf('ada');
      expect(await statusOf(service, token)).to.equal(200);
      await provider.stop();
      expect(await statusOf(service, token), 'a token that is remembered').to.equal(200);
      expect(await statusOf(service, await tokenOf('ada')), 'a new token').to.equal(200);
      expectNoSecretsIn(service.log());
    });

    const stopped: Record<string, [documents: (provider: AProvider) => object, message: RegExp]> = {
      'names another issuer': [
        (provider) => ({ ...provider.metadata, issuer: 'https://evil.example' }),
        /^ops-admin: .*http:\/\/127\.0\.0\.1:\d+ .*"https:\/\/evil\.example"$/m,
      ],
      'names the issuer with an extra slash': [
        (provider) => ({ ...provider.metadata, issuer: `${provider.issuer}/` }),
        /^ops-admin: .*"http:\/\/127\.0\.0\.1:\d+\/"$/m,
      ],
      'has its keys at an unsafe address': [
        (provider) => ({ ...provider.metadata, jwks_uri: 'http://id.example/keys' }),
        /^ops-admin: .*http:\/\/id\.example\/keys.* https$/m,
      ],
    };
    for (const [what, [metadata, message]] of Object.entries(stopped)) {
      it(`stops where the issuer's document ${what}`, async () => {
        provider.documents.set('/.well-known/openid-configuration', metadata(provider));
        const { code, stdout, stderr } = await runServe(provider.env);
        expect([code, stdout]).to.deep.equal([2, '']);
        expect(stderr).to.match(message);
      });
    }

    const files: Record<string, string | undefined> = {
      'is missing': undefined,
      'is empty': '',
      'is not JSON': SECRET,
      'holds no key set': '[]',
      'holds no keys': '{"keys":[]}',
      'holds another value in place of keys': '{"keys":[1]}',
    };
    for (const [what, content] of Object.entries(files)) {
      it(`stops where the file of keys ${what}, and names it`, async () => {
        if (content !== undefined) await workplace.write('keys.json', content);
        const { code, stdout, stderr } = await runServe({
          OPS_AUTH_JWKS_FILE: 'keys.json',
          OPS_AUTH_AUDIENCE: provider.audience,
        });
        expect([code, stdout]).to.deep.equal([2, '']);
        expect(stderr).to.match(/^ops-admin: .*keys\.json.*$/m);
        expect(stderr, 'what the file holds').to.not.include(SECRET.slice(0, 8));
      });
    }

    it('refuses --demo, and creates no database for it', async () => {
      const { code, stdout, stderr } = await runServe(provider.env, '--demo', '--db', 'demo.db');
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.match(/^ops-admin: --demo .*OPS_AUTH_/);
      expect(readdirSync(workplace.path(''))).to.not.include('demo.db');
    });

    const runServe = (env: Variables, ...args: string[]) =>
      workplace.run(['serve', '--port', '0', ...args], { env });
  });

  it('issues no tokens of its own', async () => {
    const { code, stdout, stderr } = await workplace.run(['token', 'issue', '--user', anId(1)], {
      env: provider.env,
    });
    expect([code, stdout]).to.deep.equal([2, '']);
    expect(stderr).to.match(/^ops-admin: the identity provider issues .*OPS_AUTH_/);
  });

  it('refuses tokens signed by local keys', async () => {
    const issued = await workplace.run(['token', 'issue', '--user', anId(1)]);
    const token = issued.stdout.trim();
    expect(issued.code).to.equal(0);
    const service = await workplace.serve([], provider.env);
    expect(await statusOf(service, token)).to.equal(401);
    expect(await service.stop()).to.equal(0);
    tokens.push(token);
    expectNoSecretsIn(service.log());
  });

  it('leaves all other commands unchanged, whether the provider is reachable or not', async () => {
    await provider.stop();
    for (const args of [
      ['users', 'list'],
      ['geocode', 'JFK'],
      ['permissions', 'list', anId(1)],
    ]) {
      const { code, stderr } = await workplace.run(args, { env: provider.env });
      expect([code, stderr], args.join(' ')).to.deep.equal([0, '']);
    }
  });
});
