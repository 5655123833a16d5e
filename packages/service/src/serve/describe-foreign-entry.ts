import type { ForeignEntry } from '@ops-admin/core/operations';

/** The warning before permissions are changed: the audit log would continue with another key, or was altered. */
export function describeForeignEntry({ entryId, keyId, problem }: ForeignEntry): string {
  if (problem === 'former-key')
    return `the newest audit entry, ${entryId}, is signed with the key ${keyId}, which was rotated out before; run ops-admin audit verify`;
  return problem === 'unknown-key'
    ? `the newest audit entry, ${entryId}, is signed with the key ${keyId}, which is not in the key file; is OPS_AUTH_KEYS right?`
    : `the newest audit entry, ${entryId}, fails verification; run ops-admin audit verify`;
}
