import { createHmac, type KeyObject } from 'node:crypto';
import type { AuditSealer } from '@ops-admin/core';

/** Seals audit entries with secrets; the first is that of new entries. */
export class HmacAuditSealer implements AuditSealer {
  readonly keyId: string;
  readonly #keys: ReadonlyMap<string, KeyObject>;

  /** Secrets by their names; one or more. */
  constructor(keys: ReadonlyMap<string, KeyObject>) {
    const [keyId] = keys.keys();
    if (keyId === undefined) throw new Error('a sealer needs a key');
    this.keyId = keyId;
    this.#keys = keys;
  }

  digest(keyId: string, text: string): string | undefined {
    const key = this.#keys.get(keyId);
    return key && createHmac('sha256', key).update(text).digest('base64url');
  }
}
