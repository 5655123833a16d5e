import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { OrganisationPorts } from '../fakes/in-memory-organisation.js';

/** Ports as they are without types. */
export type Untyped<Name extends keyof OrganisationPorts> = {
  readonly [Port in Name]: {
    readonly [Method in keyof OrganisationPorts[Port]]: (...given: unknown[]) => PromiseLike<unknown>;
  };
};

/** Calls with arguments that no type allows, by what is wrong with them. */
export type BadCalls<Name extends keyof OrganisationPorts> = Readonly<
  Record<string, (ports: Untyped<Name>) => PromiseLike<unknown>>
>;

/**
 * Checks what a store does with arguments that no type allows: the result rejects, never before it is there and never as
 * `store-unavailable`. After each call `check` sees whether anything was written.
 */
export async function assertRejected<Name extends keyof OrganisationPorts>(
  ports: Pick<OrganisationPorts, Name>,
  calls: BadCalls<Name>,
  check: (what: string) => Promise<void>,
): Promise<void> {
  for (const [what, call] of Object.entries(calls)) {
    let asked: PromiseLike<unknown>;
    try {
      asked = call(ports as unknown as Untyped<Name>);
    } catch (thrown) {
      assert.fail(`${what} has to reject, but it throws ${inspect(thrown)}`);
    }
    const outcome = await Promise.resolve(asked).then(
      (result) => ({ result }),
      (reason: unknown) => ({ reason }),
    );
    if ('result' in outcome) assert.fail(`${what} has to reject, but it answers ${inspect(outcome.result)}`);
    assert.ok(outcome.reason instanceof Error, `${what} has to reject with an Error`);
    await check(what);
  }
}
