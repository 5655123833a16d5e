import type { AuditSealer } from '@ops-admin/core';
import { aSealer } from '@ops-admin/core/fakes';

/** A sealer that does something, or throws, in the middle of a transaction: before it seals an entry with this text. */
export function aSealerThat(acts: (text: string) => void): AuditSealer {
  const sealer = aSealer();
  return {
    ...sealer,
    digest: (keyId, text) => {
      acts(text);
      return sealer.digest(keyId, text);
    },
  };
}
