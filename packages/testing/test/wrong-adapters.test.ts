import {
  type AirportCode,
  type AirportDirectory,
  type Clock,
  errAsync,
  FixedWindowRateLimiter,
  type InvalidToken,
  type LookupCache,
  type Metrics,
  type ObjectId,
  okAsync,
  type RateLimiter,
  type RateLimitPolicy,
  type RateLimitState,
  type RegionNames,
  ResultAsync,
  type TokenVerifier,
  type TownDirectory,
  type VerifiedToken,
} from '@ops-admin/core';
import {
  AIRPORT_FIXTURES,
  anId,
  InMemoryAirportDirectory,
  InMemoryLookupCache,
  InMemoryMetrics,
  InMemoryRegionNames,
  InMemoryTokenVerifier,
  InMemoryTownDirectory,
  TOWN_FIXTURES,
} from '@ops-admin/testing';
import {
  airportDirectoryContract,
  lookupCacheContract,
  metricsContract,
  type Runner,
  rateLimiterContract,
  regionNamesContract,
  tokenVerifierContract,
  townDirectoryContract,
} from '@ops-admin/testing/contracts';
import { describeMistakes, replacing } from './describe-mistakes.ts';

/** An adapter that passes its suite, and methods that make it wrong, by what is wrong. */
interface Adapter<Port, Given extends unknown[]> {
  readonly right: (...given: Given) => Port;
  readonly suite: (open: (...given: Given) => Port, runner: Runner) => void;
  readonly mistakes: Readonly<Record<string, (right: Port, ...given: Given) => Partial<Port>>>;
}

function describeSuite<Port extends object, Given extends unknown[]>(
  what: string,
  { mistakes, right, suite }: Adapter<Port, Given>,
): void {
  describeMistakes(
    what,
    (change: (typeof mistakes)[string] | undefined, runner) =>
      suite((...given) => {
        const adapter = right(...given);
        return change ? replacing(adapter, change(adapter, ...given)) : adapter;
      }, runner),
    mistakes,
  );
}

const rejected = () => ResultAsync.fromSafePromise<never, never>(Promise.reject(new Error('not found')));

const limiterOf = (policy: RateLimitPolicy, elapsed = () => performance.now()): RateLimiter =>
  replacing<RateLimiter>(new FixedWindowRateLimiter(policy, elapsed), {});
const saying =
  (changed: (state: RateLimitState, policy: RateLimitPolicy) => Partial<RateLimitState>) =>
  ({ consume, policy }: RateLimiter): Partial<RateLimiter> => ({
    consume: (caller) => consume(caller).map((state) => ({ ...state, ...changed(state, policy) })),
  });

describeSuite('rate limiters', {
  right: (policy: RateLimitPolicy) => limiterOf(policy),
  suite: (open, runner) => rateLimiterContract(async (policy) => open(policy), { runner }),
  mistakes: {
    'lets everything through': saying(() => ({ allowed: true })),
    'lets one more through': ({ policy }) => ({
      consume: limiterOf({ ...policy, limit: policy.limit + 1 }).consume,
    }),
    'counts all callers together': ({ consume }) => ({ consume: () => consume(anId(1)) }),
    'counts only the last caller': ({ policy }) => {
      let last: ObjectId | undefined;
      let limiter = limiterOf(policy);
      return {
        consume: (caller) => {
          if (caller !== last) limiter = limiterOf(policy);
          last = caller;
          return limiter.consume(caller);
        },
      };
    },
    'reads a count, and writes it later': ({ policy: { limit, windowSeconds } }) => {
      const counts = new Map<ObjectId, number>();
      const count = async (caller: ObjectId) => {
        const counted = (counts.get(caller) ?? 0) + 1;
        await new Promise((resolve) => setImmediate(resolve));
        counts.set(caller, counted);
        const state = { allowed: counted <= limit, remaining: Math.max(0, limit - counted) };
        return { ...state, resetSeconds: windowSeconds };
      };
      return { consume: (caller) => ResultAsync.fromSafePromise(count(caller)) };
    },
    'never ends a window': ({ policy }) => limiterOf(policy, () => 0),
    'begins the window again with each request': ({ policy }) => {
      const requests = new Map<ObjectId, { at: number; limiter: RateLimiter }>();
      return {
        consume: (caller) => {
          const at = performance.now();
          const before = requests.get(caller);
          const goesOn = before && at - before.at < policy.windowSeconds * 1000;
          const limiter = goesOn ? before.limiter : limiterOf(policy, () => 0);
          requests.set(caller, { at, limiter });
          return limiter.consume(caller);
        },
      };
    },
    'says a second too many': saying(({ resetSeconds }) => ({ resetSeconds: resetSeconds + 1 })),
    'says milliseconds': saying(({ resetSeconds }) => ({ resetSeconds: resetSeconds * 1000 })),
    'always says the whole window': saying((_, { windowSeconds }) => ({ resetSeconds: windowSeconds })),
    'always says one second': saying(() => ({ resetSeconds: 1 })),
    'says what was left before the request': saying(({ remaining }) => ({ remaining: remaining + 1 })),
    'reports another policy': ({ policy }) => ({ policy: { ...policy, limit: policy.limit + 1 } }),
  },
});

/** Stores each entry, and once more with a mistake. */
const storing =
  (changed: (entry: Parameters<LookupCache['store']>[0]) => Partial<typeof entry>) =>
  (right: LookupCache): Partial<LookupCache> => ({
    store: (entry) => right.store(entry).andThen(() => right.store({ ...entry, ...changed(entry) })),
  });
/** A cache that holds all the entries, and expired ones too. */
const withExpired = (right: LookupCache, capacity: number) => {
  const all = new InMemoryLookupCache(capacity, () => new Date(0));
  const store: LookupCache['store'] = (entry) => right.store(entry).andThen(() => all.store(entry));
  return { all, store };
};

describeSuite('caches of lookups', {
  right: (capacity: number, clock: Clock): LookupCache => new InMemoryLookupCache(capacity, clock),
  suite: (open, runner) => lookupCacheContract(async (capacity, clock) => open(capacity, clock), { runner }),
  mistakes: {
    'gives the answer under another key': (right) => ({
      find: (key) => right.find(key).andThen((answer) => (answer ? okAsync(answer) : right.find('a'))),
    }),
    'ignores the case of keys': (right) => ({
      find: (key) => right.find(key).andThen(() => right.find(key.toLowerCase())),
    }),
    'takes a key that it does not know for an address that does not exist': (right) => ({
      find: (key) => right.find(key).map((answer) => answer ?? ({ type: 'location-not-found' } as const)),
    }),
    'never expires': (_, capacity) => new InMemoryLookupCache(capacity, () => new Date(0)),
    'expires late': storing(({ seconds }) => ({ seconds: seconds + 0.001 })),
    'expires early': storing(({ seconds }) => ({ seconds: seconds - 0.001 })),
    'does not keep that an address does not exist': storing(({ answer, seconds }) => ({
      seconds: answer.type === 'found' ? seconds : 0,
    })),
    'keeps where an address is alone': storing(({ answer }) => ({
      answer: answer.type === 'found' ? { ...answer, location: { ...answer.location, source: '' } } : answer,
    })),
    'keeps the first answer': (right) => ({
      store: (entry) =>
        right
          .summarize()
          .andThen(() => right.find(entry.key))
          .andThen((known) => (known ? okAsync(undefined) : right.store(entry))),
    }),
    'keeps the time of the first answer': (right, _, clock) => {
      const ends = new Map<string, number>();
      return storing(({ key, seconds }) => {
        const now = clock().getTime();
        ends.set(key, ends.get(key) ?? now + seconds * 1000);
        return { seconds: ((ends.get(key) as number) - now) / 1000 };
      })(right);
    },
    'is never full': (_, capacity, clock) => new InMemoryLookupCache(capacity + 1, clock),
    'has room for one less': (_, capacity, clock) => new InMemoryLookupCache(capacity - 1, clock),
    'forgets everything when it is full': (right, capacity) => ({
      store: (entry) =>
        right
          .summarize()
          .andThen(({ answers }) => (answers >= capacity ? right.clear() : okAsync(0)))
          .andThen(() => right.store(entry)),
    }),
    'keeps nothing new when it is full': (right, capacity) => ({
      store: (entry) =>
        right
          .summarize()
          .andThen(({ answers }) => (answers >= capacity ? okAsync(undefined) : right.store(entry))),
    }),
    'reports expired answers': (right, capacity) => {
      const { all, store } = withExpired(right, capacity);
      return { store, summarize: () => all.summarize() };
    },
    'reports providers in no order': (right) => ({
      summarize: () =>
        right.summarize().map((summary) => ({ ...summary, providers: summary.providers.toReversed() })),
    }),
    'forgets nothing when asked to': (right) => ({
      clear: () => right.summarize().map(({ answers }) => answers),
    }),
    'counts the expired answers that it forgets': (right, capacity) => {
      const { all, store } = withExpired(right, capacity);
      return { store, clear: () => right.clear().andThen(() => all.clear()) };
    },
    'takes any entry': (right) => ({
      store: (entry) =>
        ResultAsync.fromPromise(Promise.resolve(right.store(entry)), (cause) => cause)
          .map(() => undefined)
          .orElse(() => okAsync(undefined)),
    }),
  },
});

const GOOD = 'head.body.sign';
const OLD = 'head.past-body.sign';
const OTHERS = 'head.else.sign';
const SUBJECT = { type: 'user', userId: anId(7) } as const;
const START = new Date('2026-01-01T00:00:00Z');
const verifierOf = (clock: Clock): TokenVerifier => {
  const at = (seconds: number) => new Date(START.getTime() + seconds * 1000);
  const tokens = {
    [GOOD]: { subject: SUBJECT, expiresAt: at(60), validUntil: at(65) },
    [OLD]: { subject: SUBJECT, expiresAt: at(-60), validUntil: at(-55) },
  };
  return new InMemoryTokenVerifier(tokens, clock);
};
const readingAs =
  (read: (token: string) => string) =>
  (right: TokenVerifier): Partial<TokenVerifier> => ({
    verify: (token) => right.verify(read(token)),
  });
const proving = (changed: (verified: VerifiedToken) => VerifiedToken) => (right: TokenVerifier) => ({
  verify: (token: string) => right.verify(token).map(changed),
});
const reasoning = (reason: (token: string) => string) => (right: TokenVerifier) => ({
  verify: (token: string) =>
    right.verify(token).mapErr((): InvalidToken => ({ type: 'invalid-token', reason: reason(token) })),
});

describeSuite('token verifiers', {
  right: verifierOf,
  suite: (open, runner) =>
    tokenVerifierContract(
      async () => {
        let now = START;
        return {
          verifier: open(() => now),
          token: GOOD,
          subject: SUBJECT,
          expiresAt: new Date(START.getTime() + 60_000),
          setClock: (to) => {
            now = to;
          },
          expiredToken: OLD,
          foreignTokens: [OTHERS],
        };
      },
      { runner },
    ),
  mistakes: {
    'takes an expired token': readingAs((token) => (token === OLD ? GOOD : token)),
    'takes a token for a millisecond too long': (_, clock) =>
      verifierOf(() => new Date(clock().getTime() - 1)),
    'takes a token for a millisecond too little': (_, clock) =>
      verifierOf(() => new Date(clock().getTime() + 1)),
    'takes a token with spaces': readingAs((token) => token.trim()),
    'does not look at the end of a token': readingAs((token) => token.slice(0, GOOD.length)),
    'does not look at the start of a token': readingAs((token) =>
      token !== '' && GOOD.endsWith(token) ? GOOD : token,
    ),
    'takes an empty token': readingAs((token) => token || GOOD),
    'takes a token for another audience': readingAs((token) => (token === OTHERS ? GOOD : token)),
    'names another user': proving((verified) => ({ ...verified, subject: { ...SUBJECT, userId: anId(8) } })),
    'does not know when a token expires': proving(({ subject }) => ({ subject })),
    'ends a token before it expires': proving(({ subject, expiresAt }) => ({
      subject,
      ...(expiresAt && { expiresAt, validUntil: new Date(expiresAt.getTime() - 1) }),
    })),
    'knows when a token expires the first time alone': (right) => {
      let count = 0;
      return proving((verified) => (count++ > 0 ? { subject: verified.subject } : verified))(right);
    },
    'writes an expired token into a reason': reasoning((token) => (token === OLD ? `${OLD} expired` : '')),
    'writes a malformed token into a reason': reasoning((token) =>
      token === OLD ? '' : `malformed: ${token}`,
    ),
    'writes a part of an expired token into a reason': reasoning((token) =>
      token === OLD ? 'past-body expired' : '',
    ),
    'is unavailable where a token is not valid': (right) => ({
      verify: (token) =>
        right.verify(token).mapErr((cause) => ({ type: 'token-verifier-unavailable', cause })),
    }),
    'rejects where a token is not valid': (right) => ({
      verify: (token) => right.verify(token).orElse(rejected),
    }),
    'throws where a token is not valid': (right) => ({
      verify: (token) => {
        if (token !== GOOD) throw new Error('not valid');
        return right.verify(token);
      },
    }),
  },
});

const finding =
  (read: (code: string) => string) =>
  (right: AirportDirectory): Partial<AirportDirectory> => ({
    find: (code) => right.find(code).andThen(() => right.find(read(code) as AirportCode)),
  });
const CODES = AIRPORT_FIXTURES.flatMap(({ iata, icao }) => [iata, icao]).filter((code) => code !== '');

describeSuite('airports', {
  right: (): AirportDirectory => new InMemoryAirportDirectory(),
  suite: (open, runner) => airportDirectoryContract(open, { runner }),
  mistakes: {
    'knows no ICAO code': finding((code) => (code.length === 4 ? 'QQQ' : code)),
    'knows no IATA code': finding((code) => (code.length === 3 ? 'QQQ' : code)),
    'reads codes in lower case': finding((code) => code.toLowerCase()),
    'gives the airport of another code': finding((code) => (code === '7FA1' ? 'MUC' : code)),
    'gives an airport for an unknown code': finding((code) => (CODES.includes(code) ? code : 'MUC')),
    'finds by the start of a code': finding((code) => CODES.find((one) => one.startsWith(code)) ?? code),
    'finds a code with more after it': finding((code) => CODES.find((one) => code.startsWith(one)) ?? code),
    'says of each airport that it is large': (right) => ({
      find: (code) => right.find(code).map((airport) => airport && { ...airport, isLarge: true }),
    }),
    'swaps latitude and longitude': (right) => ({
      find: (code) =>
        right.find(code).map((airport) => {
          if (!airport) return airport;
          const { lat, long } = airport.location;
          return { ...airport, location: { ...airport.location, lat: long, long: lat } };
        }),
    }),
    'rejects where there is no airport': (right) => ({
      find: (code) => right.find(code).andThen((airport) => (airport ? okAsync(airport) : rejected())),
    }),
    'is unavailable where there is no airport': (right) => ({
      find: (code) =>
        right
          .find(code)
          .andThen((airport) =>
            airport ? okAsync(airport) : errAsync({ type: 'store-unavailable', cause: code } as const),
          ),
    }),
    'takes a number for a code': (right) => ({
      find: (code) => right.find(`${String(code)}` as AirportCode),
    }),
  },
});

const NAMES = Object.keys(TOWN_FIXTURES);
const people =
  (read: (name: string) => string) =>
  (right: TownDirectory): Partial<TownDirectory> => ({
    peopleOf: (name) => right.peopleOf(name).andThen(() => right.peopleOf(read(name))),
  });
const like = (name: string) => new RegExp(`^${name.replaceAll('_', '.').replaceAll('%', '.*')}$`, 'i');

describeSuite('towns', {
  right: (): TownDirectory => new InMemoryTownDirectory(),
  suite: (open, runner) => townDirectoryContract(open, { runner }),
  mistakes: {
    'regards case': people((name) => (name === name.toLowerCase() ? name : 'qqq')),
    'regards accents': people((name) => (/^[ -~]*$/.test(name) ? name : 'qqq')),
    'finds by the start of a name': people((name) => NAMES.find((one) => one.startsWith(name)) ?? name),
    'takes a name for a pattern': people((name) => NAMES.find((one) => like(name).test(one)) ?? name),
    'looks names up in an object': (right) => ({
      peopleOf: (name) => right.peopleOf(name).map(() => TOWN_FIXTURES[name.toLowerCase()] ?? 0),
    }),
    'gives the people of another town': people((name) => name.replace(/^hue$/i, 'lima')),
    'gives -1 for an unknown name': (right) => ({
      peopleOf: (name) => right.peopleOf(name).map((found) => found || -1),
    }),
    'rejects an unknown name': (right) => ({
      peopleOf: (name) => right.peopleOf(name).andThen((found) => (found ? okAsync(found) : rejected())),
    }),
    'takes a number for a name': (right) => ({ peopleOf: (name) => right.peopleOf(String(name)) }),
  },
});

const REGIONS: Readonly<Record<string, string>> = { 'DE-BY': 'Bavaria', 'US-FL': 'Florida' };

describeSuite('names of regions', {
  right: (): RegionNames => new InMemoryRegionNames(),
  suite: (open, runner) => regionNamesContract(open, { runner }),
  mistakes: {
    'gives the name of another region': (right) => ({
      nameOf: (code) => right.nameOf(code).andThen((name) => right.nameOf(name ? 'DE-BY' : code)),
    }),
    'gives an unknown code for a name': (right) => ({
      nameOf: (code) => right.nameOf(code).map((name) => name ?? code),
    }),
    'finds by the start of a code': (right) => ({
      nameOf: (code) =>
        right
          .nameOf(code)
          .map((name) => name ?? REGIONS[Object.keys(REGIONS).find((one) => one.startsWith(code)) ?? '']),
    }),
    'looks codes up in an object': (right) => ({
      nameOf: (code) => right.nameOf(code).map(() => REGIONS[code]),
    }),
    'rejects an unknown code': (right) => ({
      nameOf: (code) => right.nameOf(code).andThen((name) => (name ? okAsync(name) : rejected())),
    }),
    'takes a number for a code': (right) => ({ nameOf: (code) => right.nameOf(String(code)) }),
    'knows no town': () => ({ townOf: () => okAsync(undefined) }),
    'names a town as it is written': (right) => ({
      townOf: (location) => right.townOf(location).map(() => location.city),
    }),
    'ignores the country of a town': (right) => ({
      townOf: (location) => right.townOf({ ...location, country: 'DE' }),
    }),
    'ignores where a town is': (right) => ({
      townOf: (location) => right.townOf({ ...location, lat: 52, long: 13 }),
    }),
    'takes a number for a town': (right) => ({
      townOf: (location) => right.townOf({ ...location, city: String(location.city) }),
    }),
  },
});

describeSuite('metrics', {
  right: (): Metrics => new InMemoryMetrics(),
  suite: (open, runner) =>
    metricsContract(
      async () => {
        const metrics = open();
        return { metrics, read: async () => (metrics as InMemoryMetrics).read() };
      },
      { runner },
    ),
  mistakes: {
    'ignores the status': (right) => ({
      requestAnswered: (request) => right.requestAnswered({ ...request, status: 200 }),
    }),
    'counts HEAD as GET': (right) => ({
      requestAnswered: (request) =>
        right.requestAnswered({ ...request, method: request.method.replace('HEAD', 'GET') }),
    }),
    'loses the route': (right) => ({
      requestAnswered: (request) => right.requestAnswered({ ...request, route: 'none' }),
    }),
    'counts milliseconds': (right) => ({
      requestAnswered: (request) => right.requestAnswered({ ...request, seconds: request.seconds * 1000 }),
    }),
    'does not count what it refuses': (right) => ({
      requestAnswered: (request) => request.refusal || right.requestAnswered(request),
    }),
    'forgets why it refuses': (right) => ({
      requestAnswered: ({ refusal: _, ...request }) => right.requestAnswered(request),
    }),
    'counts every answer of a provider as found': (right) => ({
      providerAsked: (call) => right.providerAsked({ ...call, outcome: 'found' }),
    }),
    'counts a second configuration with the first': (right) => ({
      providerAsked: (call) => right.providerAsked({ ...call, provider: 'nominatim' }),
    }),
    'counts failures of the cache as misses': (right) => ({
      cacheAsked: (asked) =>
        right.cacheAsked({ ...asked, outcome: asked.outcome === 'hit' ? 'hit' : 'miss' }),
    }),
    'counts all providers of the cache together': (right) => ({
      cacheAsked: (asked) => right.cacheAsked({ ...asked, provider: 'nominatim' }),
    }),
    'reads a level once': (right) => ({
      watchLevel: (level, read) => {
        const value = read();
        right.watchLevel(level, () => value);
      },
    }),
    'reads a state once': (right) => ({
      watchProvider: (provider, read) => {
        const value = read();
        right.watchProvider(provider, () => value);
      },
    }),
    'watches the first provider alone': (right) => ({
      watchProvider: (provider, read) => provider === 'nominatim' && right.watchProvider(provider, read),
    }),
    'does not wait for a level': (right) => ({
      watchLevel: (level, read) =>
        right.watchLevel(level, () => {
          const value = read();
          return typeof value === 'number' ? value : 0;
        }),
    }),
  },
});
