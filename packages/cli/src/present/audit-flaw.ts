import type { BrokenTrail, ForeignEntry } from '@ops-admin/core/operations';

/** Says why no key can continue after the newest entry. */
export function describeForeignEnd({ entryId, keyId, problem }: ForeignEntry): string {
  const entry = `the newest audit entry, ${entryId},`;
  if (problem === 'altered') return `${entry} fails verification: run ops-admin audit verify`;
  return problem === 'former-key'
    ? `${entry} is signed with the key ${keyId}, which is not in use: copy the newest key file here, or run ops-admin audit verify, because somebody may have forged it`
    : `${entry} is signed with the key ${keyId}, which is not in the key file: name the right file in OPS_AUTH_KEYS`;
}

export function describeFlaw({ entryId, flaw }: BrokenTrail): string {
  const entry = `audit entry ${entryId}`;
  switch (flaw) {
    case 'altered':
      return `${entry} does not match its digest: somebody changed or forged it, or an entry before it since the last signature`;
    case 'missing':
      return `the entries right before ${entry} are missing: somebody removed them, or changed the numbers, or a filter left them out`;
    case 'misplaced':
      return `${entry} was written after another entry than the one before it: entries come from different copies`;
    case 'unknown-key':
      return `${entry} is signed with a key that is not in the key file: name the right file in OPS_AUTH_KEYS, or put the key back`;
    case 'other-key':
      return `${entry} is signed with a key that was not in use there: one that was rotated out, or that no rotation put in use; if the keys were rotated elsewhere, take the newest key file`;
    case 'unsigned':
      return `${entry} is the last, and not signed: entries were cut off the end, or made up, or a filter left them out`;
    case 'cut-off': {
      const end = entryId === 0 ? 'the audit log is empty' : `the audit log ends with entry ${entryId}`;
      return `${end} and does not contain the head: entries were cut off the end, or rewritten`;
    }
  }
}
