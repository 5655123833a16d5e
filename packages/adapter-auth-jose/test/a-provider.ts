import { openTokens, type ProviderOptions, type Tokens } from '@ops-admin/adapter-auth-jose';
import { SIGNATURE_ALGORITHMS } from '@ops-admin/adapter-auth-jose/config';
import type { LogFields, Logger, TokenVerifier } from '@ops-admin/core';

export const ISSUER = 'https://id.example';
export const AUDIENCE = 'https://ops.example';

/** The present of all token tests, in seconds since 1970. */
export const NOW = 1_800_000_000;

export const CLAIMS = { iss: ISSUER, aud: AUDIENCE, sub: 'ada', iat: NOW - 10, exp: NOW + 600 };

/** A clock that does not move by itself, and the one that ages are measured by. */
export class StandingClock {
  #seconds = NOW;
  #elapsed = 1;

  readonly now = (): Date => new Date(this.#seconds * 1000);
  readonly elapsed = (): number => this.#elapsed * 1000;

  pass(seconds: number): void {
    this.#seconds += seconds;
    this.#elapsed += seconds;
  }

  /** Sets the time of day alone. */
  setBack(seconds: number): void {
    this.#seconds -= seconds;
  }

  set(now: Date): void {
    this.#seconds = now.getTime() / 1000;
  }
}

/** A log that keeps its lines. */
export function aLog(): { readonly log: Logger; readonly logged: OpenVerifier['logged'] } {
  const logged: { fields: LogFields; message: string }[] = [];
  const log = (fields: LogFields, message: string) => void logged.push({ fields, message });
  return { log: { debug: log, info: log, warn: log, error: log }, logged };
}

export interface OpenVerifier {
  readonly tokens: Tokens;
  readonly verifier: TokenVerifier;
  readonly clock: StandingClock;
  readonly logged: { readonly fields: LogFields; readonly message: string }[];
}

/** The defaults of the command, except for the source of keys. */
export const PROVIDER: Omit<ProviderOptions, 'keys'> = {
  policy: {
    algorithms: SIGNATURE_ALGORITHMS,
    audience: AUDIENCE,
    issuer: ISSUER,
    types: ['at+jwt'],
    clockTolerance: 5,
    maxLifetime: 86_400,
  },
};

/** A verifier with those defaults, except for the given settings. */
export function openVerifier({
  policy,
  ...given
}: Pick<ProviderOptions, 'keys'> &
  Partial<Omit<ProviderOptions, 'policy'>> & { policy?: Partial<ProviderOptions['policy']> }): OpenVerifier {
  const clock = new StandingClock();
  const { log, logged } = aLog();
  const provider = { ...PROVIDER, ...given, policy: { ...PROVIDER.policy, ...policy } };
  const tokens = openTokens({ type: 'provider', provider, clock: clock.now, elapsed: clock.elapsed, log });
  return { tokens, verifier: tokens.verifier, clock, logged };
}
