import { randomUUID } from 'node:crypto';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { expect } from 'chai';
import { forgedAuthorizations } from '../../../adapter-auth-jose/test/forged/authorizations.ts';
import { unlikeIds } from '../../../adapter-auth-jose/test/forged/claims.ts';
import { forgedTokens } from '../../../adapter-auth-jose/test/forged/forged-tokens.ts';
import { type Forged, Forger, type ForgeryTarget } from '../../../adapter-auth-jose/test/forged/forger.ts';
import { newKeys } from '../../../adapter-auth-jose/test/new-keys.ts';
import { hasErrorShape } from '../faults/check-journal.ts';
import { Workplace } from '../ops-admin.ts';
import { sendRaw } from './raw-http.ts';

const ADMIN = '65a100000000000000000001';
const ISSUER = 'https://id.example';
const AUDIENCE = 'https://ops.example';
/** Control characters, or no name before a colon. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NOT_HTTP = /[\0-\x08\x0a-\x1f\x7f]|^[^:]*$/;
/** Requests on their way at the same time. */
const LANES = 8;
/** Every endpoint that needs a token. */
const ENDPOINTS = [
  ['GET', '/department/list/0/0'],
  ['GET', '/department/hierarchy'],
  ['PUT', '/user/remove-permissions'],
  ['PUT', '/user/add-permissions'],
  ['GET', '/geo-locations/address/JFK'],
] as const;

// packages/adapter-auth-jose/test/forged-tokens.test.ts shows every one to the verifiers; here are some of each kind.
describe('Forged tokens, sent to a service', () => {
  const workplace = new Workplace();

  beforeEach(async () => {
    await workplace.write('users.json', [
      {
        _id: ADMIN,
        emails: ['ada@example.org'],
        personalInformation: { name: 'Ada' },
        permissions: ['service.admin.access'],
        identities: [{ issuer: ISSUER, subject: 'ada' }],
      },
    ]);
    expect((await workplace.run(['import', 'users', 'users.json'])).code).to.equal(0);
  });

  const times = () => {
    const iat = Math.floor(Date.now() / 1000);
    return { iat, exp: iat + 300 };
  };

  it('are 401 with local keys, at every endpoint', async () => {
    const { kid, privateKey } = openKeyFile(workplace.path('ops-admin.keys.json'))._unsafeUnwrap().signing;
    const forger = new Forger({
      alg: 'ES256',
      kid,
      privateKey,
      claims: { iss: 'urn:ops-admin:local', aud: 'ops-admin', sub: ADMIN, ...times() },
      maxLifetime: 366 * 86_400,
      clockTolerance: 0,
      findsKeyByName: false,
      subjectIsUserId: true,
    });
    await expectRefused(forger, {});
  });

  it("are 401 with a provider's keys, at every endpoint", async () => {
    const { privateKey, publicKey } = newKeys();
    const kid = randomUUID();
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' };
    await workplace.write('key-set.json', { keys: [jwk] });
    const target: ForgeryTarget = {
      alg: 'ES256',
      kid,
      privateKey,
      claims: { iss: ISSUER, aud: AUDIENCE, sub: 'ada', ...times() },
      maxLifetime: 86_400,
      clockTolerance: 5,
      findsKeyByName: true,
      subjectIsUserId: false,
    };
    await expectRefused(new Forger(target), {
      OPS_AUTH_ISSUER: ISSUER,
      OPS_AUTH_AUDIENCE: AUDIENCE,
      OPS_AUTH_JWKS_FILE: 'key-set.json',
    });
  });

  /** Real tokens of subjects that nobody is. */
  function ofNobody(forger: Forger): Forged[] {
    const { sub } = forger.target.claims;
    const subjects = [...unlikeIds(sub), 'f'.repeat(24), sub.toUpperCase().replace(/^6/, '7'), 'eve', ' '];
    return subjects.map((one) => ({ family: 'nobody', what: one, token: forger.withClaims({ sub: one }) }));
  }

  /** The first ten of each family. */
  function someOf(forged: readonly Forged[]): Forged[] {
    const counts = new Map<string, number>();
    return forged.filter(({ family }) => {
      const count = (counts.get(family) ?? 0) + 1;
      counts.set(family, count);
      return count <= 10;
    });
  }

  async function expectRefused(forger: Forger, env: Record<string, string>): Promise<void> {
    const service = await workplace.serve([], { OPS_LOG_LEVEL: 'silent', ...env });
    const send = ([method, path]: (typeof ENDPOINTS)[number], lines: readonly string[], query = '') =>
      sendRaw(service.url, {
        method,
        target: path + query,
        lines: ['Host: x', 'Connection: close', ...lines],
      });
    const authorization = `Authorization: Bearer ${forger.real()}`;
    const expectTaken = async () => {
      const answer = await send(ENDPOINTS[0], [authorization]);
      expect(answer).to.have.property('status', 200);
    };
    await expectTaken();
    const shown = [
      ...[...someOf(forgedTokens(forger)), ...ofNobody(forger)]
        // HTTP ends a header at a line break, and takes white space from its ends: the real token is left.
        .filter(({ token }) => token.replace(/^ +|[ \t]+$|\r\n$/g, '') !== forger.real())
        .map(({ family, token, what }) => ({
          what: `${family}: ${what}`,
          lines: [`Authorization: Bearer ${token}`],
          query: '',
        })),
      ...forgedAuthorizations(forger).map((one) => ({ query: '', ...one })),
    ];
    const flaws: string[] = [];
    const statuses: Record<string, number> = {};
    let next = 0;
    const lane = async () => {
      for (let n = next++; n < shown.length; n = next++) {
        const { lines, query, what } = shown[n] as (typeof shown)[number];
        const answer = await send(
          ENDPOINTS[n % ENDPOINTS.length] as (typeof ENDPOINTS)[number],
          lines,
          query,
        );
        const status = typeof answer === 'string' ? answer : answer.status;
        statuses[status] = (statuses[status] ?? 0) + 1;
        // What cannot be within a header at all is not HTTP, and refused before anyone looks for a token.
        const isHttp = !lines.some((line) => NOT_HTTP.test(line));
        const isRefused = status === 401 || (!isHttp && status === 400);
        const isShaped = typeof answer !== 'string' && hasErrorShape(answer.text);
        if (!isRefused || !isShaped)
          flaws.push(`${what}: ${status} ${isShaped ? '' : JSON.stringify(answer)}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(flaws.join('\n')).to.equal('');
    await expectTaken();
    expect(statuses[401]).to.be.at.least(100);
    if (process.env.FAULT_COUNTS) console.log(`        ${JSON.stringify(statuses)}`);
  }
});
