import {
  type Address,
  errAsync,
  type FoundLocation,
  type GeoLookup,
  type GeoLookupError,
  okAsync,
  ResultAsync,
} from '@ops-admin/core';
import { FOUND_LOCATION, type GeoLookupScenario, geoLookupContract } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { localServers } from '../../../test/local-servers.ts';
import { recordTests } from './recording-runner.ts';

const KEY = 'the-key';

type Answer = ResultAsync<FoundLocation, GeoLookupError>;

/** A lookup over HTTP that an answer of the provider passes through; `change` is a mistake. */
interface Mistake {
  readonly change?: (answer: Answer, address: Address, url: URL) => Answer;
  readonly hasNoTimeout?: boolean;
  /** Whether failures of the connection, or of the format, reject. */
  readonly rejects?: 'connection' | 'format';
}

const reasoned =
  (reason: (address: Address, url: URL) => string) => (answer: Answer, address: Address, url: URL) =>
    answer.mapErr((error) => ('reason' in error ? { ...error, reason: reason(address, url) } : error));
const found = (changed: Partial<FoundLocation>) => (answer: Answer) =>
  answer.map((location) => ({ ...location, ...changed }));
const failing = (from: GeoLookupError['type'], to: GeoLookupError) => (answer: Answer) =>
  answer.mapErr((error) => (error.type === from ? to : error));

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'writes its key into a reason': { change: reasoned((_, url) => `GET ${url}`) },
  'writes the address into a reason': { change: reasoned((address) => `no answer for ${address}`) },
  'writes the encoded address into a reason': { change: reasoned((address) => encodeURIComponent(address)) },
  'loses when the provider answers again': {
    change: (answer) =>
      answer.mapErr((error) => (error.type === 'quota-exceeded' ? { type: 'quota-exceeded' } : error)),
  },
  'has no timeout': { hasNoTimeout: true },
  'rejects where the connection fails': { rejects: 'connection' },
  'rejects where the answer is not JSON': { rejects: 'format' },
  'always says that it found a town': { change: found({ precision: 'town' }) },
  'says another source': { change: found({ source: 'somebody' }) },
  'swaps latitude and longitude': { change: found({ lat: FOUND_LOCATION.long, long: FOUND_LOCATION.lat }) },
  'finds something where nothing is': {
    change: (answer) =>
      answer.orElse((error) =>
        error.type === 'location-not-found' ? okAsync(FOUND_LOCATION) : errAsync(error),
      ),
  },
  'takes a refused key for a failure': {
    change: failing('lookup-refused', { type: 'lookup-unavailable', reason: 'status 403' }),
  },
  'takes a failure for a location that does not exist': {
    change: failing('lookup-unavailable', { type: 'location-not-found' }),
  },
};

const STATUSES: Readonly<Record<number, GeoLookupError>> = {
  403: { type: 'lookup-refused', reason: 'status 403' },
  404: { type: 'location-not-found' },
  503: { type: 'lookup-unavailable', reason: 'status 503' },
};

describe('The suite of address providers', () => {
  const servers = localServers();

  const replying = (status: number, text = '', headers = {}) =>
    servers.http((_, response) => response.writeHead(status, headers).end(text));
  const serving: Readonly<Record<GeoLookupScenario, () => Promise<URL>>> = {
    found: () => replying(200, JSON.stringify(FOUND_LOCATION)),
    'location-not-found': () => replying(404),
    'quota-exceeded': () => replying(429, '', { 'retry-after': '7' }),
    'lookup-refused': () => replying(403),
    'lookup-unavailable': () => replying(503),
    unreachable: () => servers.raw((socket) => socket.destroy()),
    silent: () => servers.http(() => {}),
    malformed: () => replying(200, '<html>'),
  };

  /** A timeout only where the provider is silent: a busy machine must not fail the others. */
  const lookupWith = (
    { change, hasNoTimeout, rejects }: Mistake,
    scenario: GeoLookupScenario,
    base: URL,
  ): GeoLookup => ({
    lookup: (address) => {
      const url = new URL(`?q=${encodeURIComponent(address)}&key=${KEY}`, base);
      const unavailable = (reason: string) => ({ type: 'lookup-unavailable', reason }) as const;
      const ask = async (): Promise<Answer> => {
        const signal = AbortSignal.timeout(scenario === 'silent' && !hasNoTimeout ? 100 : 60_000);
        const response = await fetch(url, { signal }).catch((cause: Error) => {
          if (rejects === 'connection') throw cause;
          return undefined;
        });
        if (response === undefined) return errAsync(unavailable('request failed'));
        if (response.status === 429)
          return errAsync({
            type: 'quota-exceeded',
            retryAfter: Number(response.headers.get('retry-after')),
          });
        const failure = STATUSES[response.status];
        if (failure) return errAsync(failure);
        const text = await response.text();
        if (rejects === 'format' || text.startsWith('{')) return okAsync(JSON.parse(text));
        return errAsync(unavailable('the answer is not JSON'));
      };
      const answer = ResultAsync.fromSafePromise(ask()).andThen((result) => result);
      return change ? change(answer, address, url) : answer;
    },
  });

  const failuresOf = async (mistake: Mistake): Promise<string[]> => {
    const tests = recordTests((runner) =>
      geoLookupContract(async (scenario) => lookupWith(mistake, scenario, await serving[scenario]()), {
        retryAfter: 7,
        secrets: [KEY],
        runner,
      }),
    );
    const failed: string[] = [];
    for (const { run, title } of tests) if (await run()) failed.push(title);
    return failed;
  };

  it('accepts a provider without a mistake', async () => {
    expect(await failuresOf({})).to.deep.equal([]);
  });

  for (const [what, mistake] of Object.entries(MISTAKES)) {
    it(`notices a provider that ${what}`, async () => {
      expect(await failuresOf(mistake)).to.not.deep.equal([]);
    });
  }
});
