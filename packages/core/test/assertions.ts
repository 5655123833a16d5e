import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { AuditLog, Result, ResultAsync } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { aSigner } from '@ops-admin/testing';

type Answer<T, E> = Result<T, E> | ResultAsync<T, E> | Promise<Result<T, E>>;

/** Returns the value of an answer, and fails with the error if there is one. */
export async function okOf<T>(answer: Answer<T, unknown>): Promise<T> {
  const result = await answer;
  if (result.isErr()) assert.fail(`expected ok, but it is err: ${inspect(result.error)}`);
  return result.value;
}

/** Returns the error of an answer, and fails with the value if there is one. */
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

/** Checks that nothing of the audit log is missing, altered or in another place. */
export async function assertSound(audit: AuditLog): Promise<void> {
  await okOf(verifyAuditTrail({ audit, verifier: aSigner() }));
}
