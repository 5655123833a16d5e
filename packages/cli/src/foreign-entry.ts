import { AUDIT_LOG, AUDIT_SEALER, checkNewestEntry } from '@ops-admin/core';
import type { Session } from './command-context.js';

/**
 * What to warn of before permissions are changed: that the trail goes on under another key, or is not as it was written.
 * `undefined` where nothing is wrong, and where the database cannot be read, which the work itself will tell.
 */
export async function warningOfForeignEntry({
  container,
}: Pick<Session, 'container'>): Promise<string | undefined> {
  const checked = await checkNewestEntry(container.get(AUDIT_LOG), container.get(AUDIT_SEALER));
  if (checked.isErr() || !checked.value) return undefined;
  const { entryId, keyId, problem } = checked.value;
  return problem === 'unknown-key'
    ? `the newest audit entry, ${entryId}, is sealed with the key ${keyId}, which is not in the key file; is OPS_AUTH_KEYS right?`
    : `the newest audit entry, ${entryId}, is not as it was written; run ops-admin audit verify`;
}
