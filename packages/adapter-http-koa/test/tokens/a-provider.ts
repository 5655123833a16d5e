import {
  type ProviderOptions,
  ProviderTokenVerifier,
  SIGNATURE_ALGORITHMS,
} from '@ops-admin/adapter-http-koa';
import type { LogFields } from '@ops-admin/core';

export const ISSUER = 'https://id.example';
export const AUDIENCE = 'https://ops.example';

/** A moment all tests of tokens take for the present; seconds since 1970. */
export const NOW = 1_800_000_000;

export const CLAIMS = { iss: ISSUER, aud: AUDIENCE, sub: 'ada', iat: NOW - 10, exp: NOW + 600 };

/** A clock that stands until it is moved on. */
export class StandingClock {
  #seconds = NOW;

  readonly now = (): Date => new Date(this.#seconds * 1000);

  pass(seconds: number): void {
    this.#seconds += seconds;
  }
}

export interface OpenVerifier {
  readonly verifier: ProviderTokenVerifier;
  readonly clock: StandingClock;
  readonly logged: { readonly fields: LogFields; readonly message: string }[];
}

/** A verifier with the defaults of the command, but for what is given. */
export function openVerifier({
  policy,
  ...given
}: Pick<ProviderOptions, 'keys'> &
  Partial<Omit<ProviderOptions, 'policy'>> & { policy?: Partial<ProviderOptions['policy']> }): OpenVerifier {
  const clock = new StandingClock();
  const logged: { fields: LogFields; message: string }[] = [];
  const log = (fields: LogFields, message: string) => void logged.push({ fields, message });
  const options: ProviderOptions = {
    keyTimes: { refresh: 600, maxAge: 3600, cooldown: 30 },
    rememberSeconds: 60,
    ...given,
    policy: {
      algorithms: SIGNATURE_ALGORITHMS,
      audience: AUDIENCE,
      issuer: ISSUER,
      types: ['at+jwt'],
      clockTolerance: 5,
      maxLifetime: 86_400,
      ...policy,
    },
  };
  return {
    verifier: new ProviderTokenVerifier(options, clock.now, { debug: log, info: log, warn: log, error: log }),
    clock,
    logged,
  };
}
