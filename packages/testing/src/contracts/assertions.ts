import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { AuditLog, Result, ResultAsync, TrailVerifier } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';

/** What a store answers, now or later. */
type Answer<T, E> = Result<T, E> | ResultAsync<T, E> | Promise<Result<T, E>>;

export async function okOf<T>(answer: Answer<T, unknown>): Promise<T> {
  const result = await answer;
  if (result.isErr()) assert.fail(`expected ok, but it is err: ${inspect(result.error)}`);
  return result.value;
}

export async function errorOf<E>(answer: Answer<unknown, E>): Promise<E> {
  const result = await answer;
  if (result.isOk()) assert.fail(`expected err, but it is ok: ${inspect(result.value)}`);
  return result.error;
}

/** Compares the members that are expected; there may be others. */
export function assertIncludes(actual: object | undefined, expected: object): void {
  const members = Object.keys(expected).map((name) => [name, actual?.[name as keyof object]]);
  assert.deepEqual(actual && Object.fromEntries(members), expected);
}

export function assertEach<One>(
  list: readonly One[],
  partOf: (one: One) => unknown,
  expected: readonly unknown[],
): void {
  const parts = list.map((one) => partOf(one));
  assert.deepEqual(parts, expected);
}

export function assertContains<T>(actual: readonly T[] | (T & string), member: T): void {
  const has = (actual as readonly T[]).includes(member);
  assert.ok(has, `expected ${inspect(member)} in ${inspect(actual)}`);
}

export function assertLacks<T>(actual: readonly T[] | (T & string), member: T): void {
  const has = (actual as readonly T[]).includes(member);
  assert.ok(!has, `expected no ${inspect(member)} in ${inspect(actual)}`);
}

/** Compares two lists, in any order. */
export function assertSameMembers<T>(actual: readonly T[], expected: readonly T[]): void {
  const inOrder = (list: readonly T[]) => [...list].sort((a, b) => (inspect(a) < inspect(b) ? -1 : 1));
  assert.deepEqual(inOrder(actual), inOrder(expected));
}

/** The id of the newest entry, 0 for an empty log. */
export async function newestEntryId(audit: AuditLog): Promise<number> {
  const [newest] = await okOf(audit.list({ limit: 1, newestFirst: true }));
  return newest?.id ?? 0;
}

/** Checks that nothing of a trail is missing, altered or in another place. */
export async function assertSound(audit: AuditLog, verifier: TrailVerifier): Promise<void> {
  const verified = await verifyAuditTrail({ audit, verifier });
  if (verified.isErr()) assert.fail(`the audit trail is not sound: ${inspect(verified.error)}`);
}

type StoreAnswer = Answer<unknown, { readonly type: string }>;

export type StoreCalls = Readonly<Record<string, () => StoreAnswer>>;

/** Checks that each call of a store that fails answers so. */
export async function assertUnavailable(calls: StoreCalls): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    const failure = (what: string, came: unknown) =>
      `${name} of a failing store must answer err store-unavailable, but it ${what} ${inspect(came)}`;
    let answer: StoreAnswer;
    try {
      answer = call();
    } catch (thrown) {
      assert.fail(failure('throws', thrown));
    }
    let result: Awaited<StoreAnswer>;
    try {
      result = await answer;
    } catch (reason) {
      assert.fail(failure('rejects with', reason));
    }
    if (result.isOk()) assert.fail(failure('answers ok', result.value));
    assert.equal(result.error.type, 'store-unavailable', failure('answers err', result.error));
  }
}
