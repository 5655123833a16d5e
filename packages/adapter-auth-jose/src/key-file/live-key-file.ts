import type { KeyObject } from 'node:crypto';
import { statSync } from 'node:fs';
import { ok, type Result, type TrailSigner, type TrailVerifier } from '@ops-admin/core';
import { ed25519Signer, ed25519Verifier } from './ed25519.js';
import type { HeldKeys, KeyPair, SealingPair } from './held-keys.js';
import type { KeyFile, KeyFileUnusable, SigningKeys } from './opened-keys.js';

/** How often a running service looks at the file. */
const LOOK_EVERY_MS = 1000;

/** The keys of a file. They change when the changed file is read again. */
export class LiveKeyFile implements KeyFile {
  readonly signing: SigningKeys;
  readonly trailSigner: TrailSigner;
  readonly trailVerifier: TrailVerifier;
  readonly #file: string;
  readonly #read: () => Result<HeldKeys, KeyFileUnusable>;
  #keys: HeldKeys;
  #seen: string;

  /** `keys` is the first result of `read`: at least one key of each kind. */
  constructor(file: string, keys: HeldKeys, read: () => Result<HeldKeys, KeyFileUnusable>) {
    this.#file = file;
    this.#read = read;
    this.#seen = stateOf(file);
    this.#keys = keys;
    const pair = () => this.#keys.pairs[0] as KeyPair;
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
      find: (kid) => this.#find(({ pairs }) => pairs.find((one) => one.kid === kid)?.publicKey),
    };
    const inUse = () => (this.#keys.seals[0] as SealingPair).kid;
    const sealOf = (kid: string, { seals }: HeldKeys) => seals.find((one) => one.kid === kid);
    const uses = (kid: string) => kid === inUse() || (this.refresh().unwrapOr(false) && kid === inUse());
    const privateKey = (kid: string) => this.#find((keys) => sealOf(kid, keys)?.privateKey);
    this.trailSigner = ed25519Signer(inUse, uses, privateKey);
    this.trailVerifier = ed25519Verifier(inUse, (kid) => this.#find((keys) => sealOf(kid, keys)));
  }

  refresh(): Result<boolean, KeyFileUnusable> {
    const state = stateOf(this.#file);
    if (state === this.#seen || state === '') return ok(false);
    this.#seen = state;
    return this.#read().map((keys) => {
      this.#keys = keys;
      return true;
    });
  }

  follow(heard: (refreshed: Result<boolean, KeyFileUnusable>) => void): () => void {
    const timer = setInterval(() => heard(this.refresh()), LOOK_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  /** A token, or an entry, that was just signed with a new key can come before the next look at the file. */
  #find<Found extends KeyObject | SealingPair>(
    among: (keys: HeldKeys) => Found | undefined,
  ): Found | undefined {
    return among(this.#keys) ?? (this.refresh().unwrapOr(false) ? among(this.#keys) : undefined);
  }
}

/** A text that changes with the file; empty if the file is missing. */
function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}` : '';
}
