import { expect } from 'chai';
import type { JWK } from 'jose';
import { CLAIMS, type OpenVerifier, openVerifier } from './a-provider.ts';
import { type KeyServer, signWith, startKeyServer } from './key-server.ts';
import { newSigningKey, publicHalf, type SigningKey } from './provider/signing-key.ts';

const SEARCHED = 'a token names an unknown key: the keys are fetched again';

describe('RemoteKeySet', () => {
  let first: SigningKey;
  let second: SigningKey;
  let server: KeyServer;
  let opened: OpenVerifier;
  /** Valid for a day, so that only keys decide. */
  const lasting = { ...CLAIMS, exp: CLAIMS.iat + 86_400 };

  before(async () => {
    [first, second] = await Promise.all([newSigningKey(), newSigningKey('EdDSA')]);
  });
  beforeEach(async () => {
    server = await startKeyServer([publicHalf(first)]);
    opened = openVerifier({ keys: { type: 'url', url: server.url } });
  });
  afterEach(() => server.stop().catch(() => {}));

  /** How many lines of the log say this. */
  const lines = (message: string) => opened.logged.filter((line) => line.message === message).length;
  const failures = () => lines('keys of the provider not fetched');
  /** How often the keys were other ones, with the first fetch. */
  const changes = () => lines('keys of the provider');

  const verify = async (key: SigningKey, header = {}) => {
    const result = await opened.verifier.verify(await signWith(key, lasting, header));
    return result.isOk() ? 'valid' : result.error.type;
  };

  it('are fetched once for many concurrent tokens', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => verify(first)));
    expect(new Set(results)).to.deep.equal(new Set(['valid']));
    expect(server.asked).to.equal(1);
  });

  it('are fetched again when they are old', async () => {
    await verify(first);
    opened.clock.pass(599);
    await verify(first);
    expect(server.asked).to.equal(1);
    opened.clock.pass(1);
    await verify(first);
    expect(server.asked).to.equal(2);
  });

  it('rotate without a restart: a new key is found by its id', async () => {
    expect(await verify(first)).to.equal('valid');
    server.answer = { keys: [publicHalf(second), publicHalf(first)] };
    opened.clock.pass(31);
    expect(await verify(second)).to.equal('valid');
    expect(await verify(first)).to.equal('valid');
    expect(server.asked).to.equal(2);
    expect([changes(), failures(), lines(SEARCHED)]).to.deep.equal([2, 0, 1]);
  });

  it('rotate for concurrent callers: all wait for the same fetch', async () => {
    await verify(first);
    server.answer = { keys: [second].map(publicHalf) };
    opened.clock.pass(31);
    const results = await Promise.all(Array.from({ length: 20 }, () => verify(second)));
    expect(new Set(results)).to.deep.equal(new Set(['valid']));
    expect(server.asked).to.equal(2);
  });

  it('are fetched for an unknown id at most once per cooldown', async () => {
    await verify(first);
    for (let n = 0; n < 20; n++)
      expect(await verify(second, { kid: `made up ${n}` })).to.equal('invalid-token');
    expect(server.asked, 'right after a fetch').to.equal(1);
    opened.clock.pass(30);
    await Promise.all(Array.from({ length: 20 }, (_, n) => verify(second, { kid: `made up ${n}` })));
    expect(server.asked, 'after the cooldown').to.equal(2);
    opened.clock.pass(29);
    await verify(second);
    expect(server.asked, 'before the next').to.equal(2);
    expect(lines(SEARCHED)).to.equal(1);
  });

  it('are fetched for an unknown id no more often when the provider does not answer', async () => {
    await verify(first);
    await server.stop();
    opened.clock.pass(31);
    for (let n = 0; n < 20; n++) {
      expect(await verify(second)).to.equal('invalid-token');
      opened.clock.pass(1);
    }
    expect(failures()).to.equal(1);
  });

  for (const [what, outage] of Object.entries<(server: KeyServer) => unknown>({
    'is unreachable': (server) => server.stop(),
    'answers 500': (server) => {
      server.answer = { status: 500 };
    },
    'answers with a redirect': (server) => {
      server.answer = { status: 302 };
    },
    'answers without keys': (server) => {
      server.answer = { keys: [] };
    },
  })) {
    it(`stay valid for a bounded time while the provider ${what}`, async () => {
      expect(await verify(first)).to.equal('valid');
      await outage(server);
      opened.clock.pass(600);
      expect(await verify(first)).to.equal('valid');
      opened.clock.pass(2999);
      expect(await verify(first)).to.equal('valid');
      opened.clock.pass(1);
      expect(await verify(first)).to.equal('token-verifier-unavailable');
      expect(opened.logged.some(({ message }) => message === 'keys of the provider not fetched')).to.equal(
        true,
      );
    });
  }

  it('that are too old confirm no remembered token', async () => {
    const token = await signWith(first, lasting);
    await opened.verifier.verify(token);
    await server.stop();
    opened.clock.pass(3599);
    expect((await opened.verifier.verify(token)).isOk()).to.equal(true);
    opened.clock.pass(1);
    expect((await opened.verifier.verify(token))._unsafeUnwrapErr().type).to.equal(
      'token-verifier-unavailable',
    );
  });

  it('are not fetched through a redirect', async () => {
    const elsewhere = await startKeyServer([publicHalf(first)]);
    server.answer = { status: 302, location: String(elsewhere.url) };
    expect(await verify(first)).to.equal('token-verifier-unavailable');
    expect(elsewhere.asked).to.equal(0);
    await elsewhere.stop();
  });

  it('are fetched at most once a second while the provider does not answer', async () => {
    await verify(first);
    await server.stop();
    opened.clock.pass(3600);
    for (let n = 0; n < 10; n++) await verify(first);
    expect(failures()).to.equal(1);
    opened.clock.pass(1);
    for (let n = 0; n < 10; n++) await verify(first);
    expect(failures()).to.equal(2);
  });

  it('return with the provider', async () => {
    await verify(first);
    await server.stop();
    opened.clock.pass(3700);
    expect(await verify(first)).to.equal('token-verifier-unavailable');
    await server.start();
    opened.clock.pass(1);
    expect(await verify(first)).to.equal('valid');
  });

  it('do not delay requests for long while the provider is slow', async () => {
    await verify(first);
    server.answer = 'nothing';
    opened.clock.pass(600);
    const results = await Promise.all(Array.from({ length: 20 }, () => verify(first)));
    expect(new Set(results)).to.deep.equal(new Set(['valid']));
    expect(failures(), 'the provider still has time').to.equal(0);
  });

  it('that are withdrawn stop working with the next fetch, also for remembered tokens', async () => {
    const token = await signWith(first, lasting);
    expect((await opened.verifier.verify(token)).isOk()).to.equal(true);
    server.answer = { keys: [publicHalf(second)] };
    opened.clock.pass(599);
    expect((await opened.verifier.verify(token)).isOk(), 'within the bound').to.equal(true);
    opened.clock.pass(1);
    expect((await opened.verifier.verify(token)).isErr(), 'past it').to.equal(true);
    expect(changes()).to.equal(2);
  });

  it('that are withdrawn invalidate the tokens they verified', async () => {
    const token = await signWith(first, lasting);
    server.answer = { keys: [publicHalf(first), publicHalf(second)] };
    await opened.verifier.verify(token);
    opened.clock.pass(31);
    server.answer = { keys: [publicHalf(second)] };
    // Somebody else's unknown key makes the set be fetched; the token was remembered a moment ago.
    opened.clock.pass(-1);
    await opened.verifier.verify(token);
    opened.clock.pass(1);
    await verify(await newSigningKey());
    expect((await opened.verifier.verify(token)).isErr()).to.equal(true);
  });

  it('are fetched in time although the clock is set back by two hours, and withdrawn ones end', async () => {
    const token = await signWith(first, { ...CLAIMS, iat: CLAIMS.iat - 10_000, exp: CLAIMS.iat + 70_000 });
    expect((await opened.verifier.verify(token)).isOk()).to.equal(true);
    opened.clock.setBack(7200);
    server.answer = { keys: [publicHalf(second)] };
    opened.clock.pass(31);
    const early = { ...CLAIMS, iat: CLAIMS.iat - 10_000, exp: CLAIMS.iat + 70_000 };
    expect((await opened.verifier.verify(await signWith(second, early))).isOk(), 'a new key').to.equal(true);
    expect(server.asked).to.equal(2);
    expect((await opened.verifier.verify(token)).isErr(), 'a withdrawn key').to.equal(true);
    opened.clock.pass(600);
    await opened.verifier.verify(token);
    expect(server.asked, 'by age').to.equal(3);
  });

  const UNREADABLE: Readonly<Record<string, unknown>> = {
    null: null,
    'a text': 'key',
    'a list': [],
    'an object without members': {},
    'a key without kty': { kid: 'odd', use: 'sig' },
    'a key whose kty is a number': { kty: 1, kid: 'odd' },
    'a key of an unknown kind': { kty: 'XYZ', kid: 'zz' },
    'a post-quantum key': { kty: 'AKP', alg: 'ML-DSA-44', kid: 'pq', pub: 'xx' },
    'an RSA key without members': { kty: 'RSA', kid: 'bad', use: 'sig' },
    'a curve that does not exist': { kty: 'EC', crv: 'P-999', x: '1', y: '2', kid: 'bad' },
    'a point that is not on the curve': { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', kid: 'bad' },
    'a secret': { kty: 'oct', k: 'c2VjcmV0', kid: 'hs' },
  };
  for (const [what, key] of Object.entries(UNREADABLE)) {
    it(`ignore ${what} in the set, and keep the others, also for tokens without kid`, async () => {
      server.answer = { keys: [key as JWK, publicHalf(first), key as JWK] };
      expect(await verify(first)).to.equal('valid');
      expect(await verify(first, { kid: undefined })).to.equal('valid');
      expect(await verify(second, { kid: 'odd' })).to.equal('invalid-token');
    });
  }

  it('are read after a byte order mark, and refused where a member is repeated', async () => {
    const text = JSON.stringify({ keys: [publicHalf(first)] });
    server.answer = { text: `\uFEFF${text}` };
    expect(await verify(first)).to.equal('valid');
    server.answer = { text: `{"keys":[],${text.slice(1)}` };
    opened.clock.pass(3600);
    expect(await verify(first)).to.equal('token-verifier-unavailable');
  });

  it('end a remembered token although it names no kid', async () => {
    const token = await signWith(first, lasting, { kid: undefined });
    expect((await opened.verifier.verify(token)).isOk()).to.equal(true);
    server.answer = { keys: [publicHalf(second)] };
    opened.clock.pass(600);
    expect((await opened.verifier.verify(token)).isErr()).to.equal(true);
  });

  it('forget a token where its key still exists but no longer signs', async () => {
    const token = await signWith(first, lasting);
    expect((await opened.verifier.verify(token)).isOk()).to.equal(true);
    server.answer = { keys: [{ ...publicHalf(first), use: 'enc' }] };
    opened.clock.pass(600);
    expect((await opened.verifier.verify(token)).isErr()).to.equal(true);
  });

  it('are missing at first where the provider is not reachable yet', async () => {
    await server.stop();
    expect((await opened.tokens.prepare()).isOk()).to.equal(true);
    expect(await verify(first)).to.equal('token-verifier-unavailable');
    await server.start();
    opened.clock.pass(1);
    expect(await verify(first)).to.equal('valid');
  });
});

describe('Remembered tokens', () => {
  let key: SigningKey;
  let server: KeyServer;
  before(async () => {
    key = await newSigningKey();
    server = await startKeyServer([publicHalf(key)]);
  });
  after(() => server.stop());

  it('need no second signature check, for a bounded time', async () => {
    const { clock, verifier } = openVerifier({ keys: { type: 'url', url: server.url } });
    const token = await signWith(key, CLAIMS);
    await verifier.verify(token);
    const { verify } = crypto.subtle;
    let signatures = 0;
    crypto.subtle.verify = (...of) => {
      signatures++;
      return verify.apply(crypto.subtle, of);
    };
    try {
      for (let n = 0; n < 100; n++) expect((await verifier.verify(token)).isOk()).to.equal(true);
      expect(signatures).to.equal(0);
      clock.pass(61);
      expect((await verifier.verify(token)).isOk()).to.equal(true);
      expect(signatures).to.equal(1);
    } finally {
      crypto.subtle.verify = verify;
    }
  });

  it('are refused after their expiry', async () => {
    const { clock, verifier } = openVerifier({
      keys: { type: 'url', url: server.url },
    });
    const token = await signWith(key, { ...CLAIMS, exp: CLAIMS.iat + 40 });
    expect((await verifier.verify(token)).isOk()).to.equal(true);
    // The tolerance of clocks is all that is left.
    clock.pass(34);
    expect((await verifier.verify(token)).isOk()).to.equal(true);
    clock.pass(1);
    expect((await verifier.verify(token)).isErr()).to.equal(true);
  });
});
