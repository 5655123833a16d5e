import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { ResultAsync } from '@ops-admin/core';
import type { OrganisationPorts } from '../organisation-ports.js';

/** Ports as they are without types. */
export type Untyped<Name extends keyof OrganisationPorts> = {
  readonly [Port in Name]: {
    readonly [Method in keyof OrganisationPorts[Port]]: (...given: unknown[]) => PromiseLike<unknown>;
  };
};

/** Calls with arguments that the types do not allow, by what is wrong. */
export type BadCalls<Name extends keyof OrganisationPorts> = Readonly<
  Record<string, (ports: Untyped<Name>) => PromiseLike<unknown>>
>;

/**
 * Checks what a store does with arguments that the types do not allow: it returns a result that rejects, and never
 * `store-unavailable`. After each call `check` sees whether anything was written.
 */
export async function assertRejected<Name extends keyof OrganisationPorts>(
  ports: Pick<OrganisationPorts, Name>,
  calls: BadCalls<Name>,
  check: (what: string) => Promise<void>,
): Promise<void> {
  for (const [what, call] of Object.entries(calls)) {
    await rejects(what, () => call(ports as unknown as Untyped<Name>));
    await check(what);
  }
}

/** Values that are not texts, by what they are. */
export const NO_TEXTS: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  'a number': 5,
  'an object': {},
  'a symbol': Symbol('text'),
};

/** The same for a call with one argument: it must reject each of these. */
export async function assertTakesNone(
  bad: Readonly<Record<string, unknown>>,
  call: (given: never) => ResultAsync<unknown, unknown>,
): Promise<void> {
  for (const [what, given] of Object.entries(bad))
    await rejects(what, () => call(given as never) as PromiseLike<unknown>);
}

async function rejects(what: string, call: () => PromiseLike<unknown>): Promise<void> {
  let asked: PromiseLike<unknown>;
  try {
    asked = call();
  } catch (thrown) {
    assert.fail(`${what} must reject, but it throws ${inspect(thrown)}`);
  }
  const outcome = await Promise.resolve(asked).then(
    (result) => ({ result }),
    (reason: unknown) => ({ reason }),
  );
  if ('result' in outcome) assert.fail(`${what} must reject, but it answers ${inspect(outcome.result)}`);
  assert.ok(outcome.reason instanceof Error, `${what} must reject with an Error`);
}
