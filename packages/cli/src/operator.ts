import { userInfo } from 'node:os';
import type { AuditSource, ChangeOrigin } from '@ops-admin/core';

/** The operating-system user as the actor of a change (decision 6). */
export function operatorAs(source: AuditSource): ChangeOrigin {
  return { actor: `cli:${userName()}`, source };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without a name, as containers have.
    return String(process.getuid?.() ?? 'unknown');
  }
}
