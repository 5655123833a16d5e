import type { KeyObject } from 'node:crypto';
import { statSync } from 'node:fs';
import { type AuditSealer, ok, type Result } from '@ops-admin/core';
import type { HeldKeys, KeyPair } from './held-keys.js';
import { HmacAuditSealer } from './hmac-audit-sealer.js';
import type { KeyFile, KeyFileUnusable, SigningKeys } from './open-key-file.js';

/** How often a running service looks at the file. */
const LOOK_EVERY_MS = 1000;

/** The keys of a file. They change when the changed file is read again. */
export class LiveKeyFile implements KeyFile {
  readonly signing: SigningKeys;
  readonly auditSealer: AuditSealer;
  readonly #file: string;
  readonly #read: () => Result<HeldKeys, KeyFileUnusable>;
  #pairs: readonly KeyPair[];
  #sealer: HmacAuditSealer;
  #seen: string;

  /** `keys` is the first result of `read`: at least one key of each kind. */
  constructor(file: string, keys: HeldKeys, read: () => Result<HeldKeys, KeyFileUnusable>) {
    this.#file = file;
    this.#read = read;
    this.#seen = stateOf(file);
    this.#pairs = keys.pairs;
    this.#sealer = new HmacAuditSealer(keys.secrets);
    const pair = () => this.#pairs[0] as KeyPair;
    this.signing = {
      get kid() {
        return pair().kid;
      },
      get privateKey() {
        return pair().privateKey;
      },
      get publicKey() {
        return pair().publicKey;
      },
      find: (kid) => this.#publicKey(kid),
    };
    const sealer = () => this.#sealer;
    this.auditSealer = {
      get keyId() {
        return sealer().keyId;
      },
      digest: (keyId, text) => sealer().digest(keyId, text),
    };
  }

  refresh(): Result<boolean, KeyFileUnusable> {
    const state = stateOf(this.#file);
    if (state === this.#seen || state === '') return ok(false);
    this.#seen = state;
    return this.#read().map(({ pairs, secrets }) => {
      this.#pairs = pairs;
      this.#sealer = new HmacAuditSealer(secrets);
      return true;
    });
  }

  follow(heard: (refreshed: Result<boolean, KeyFileUnusable>) => void): () => void {
    const timer = setInterval(() => heard(this.refresh()), LOOK_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  /** A token that was just signed can come before the next look at the file. */
  #publicKey(kid: string): KeyObject | undefined {
    const find = () => this.#pairs.find((pair) => pair.kid === kid)?.publicKey;
    return find() ?? (this.refresh().unwrapOr(false) ? find() : undefined);
  }
}

/** A text that changes with the file; empty if there is no file. */
function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : '';
}
