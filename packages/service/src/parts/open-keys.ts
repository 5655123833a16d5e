import { existsSync } from 'node:fs';
import type { KeyFile, KeyFileUnusable } from '@ops-admin/adapter-auth-jose/key-file';
import {
  type AuditLog,
  type ChainEnd,
  err,
  type KeyTakeOver,
  type Logger,
  ok,
  type Result,
  type StoreUnavailable,
  type TrailSigner,
  type TrailVerifier,
} from '@ops-admin/core';
import { NO_ENTRY, trailEnd } from '@ops-admin/core/operations';
import { keyFileOf } from '../config/files.js';
import { type TakeOverError, takeOverOf } from '../operations/key-rotation.js';
import type { ServiceSettings } from '../settings.js';

/** The keys that seal audit entries, and sign tokens. */
export interface OpenKeys {
  /** Signs nothing if the file is missing. */
  readonly signer: TrailSigner;
  /** Knows no key if the file is missing. */
  readonly verifier: TrailVerifier;
  /** Missing where nothing is sealed. */
  readonly file?: KeyFile;
}

/** The newest entry has a missing key; `message` names it and what to do. */
export interface KeysDoNotFit {
  readonly type: 'keys-do-not-fit';
  readonly message: string;
}

/** Opens the key file. `audit` is the audit log that new keys would continue; it is missing without a database. */
export async function openKeys(
  { config, database, keys: asked = 'create', newKeysBy, publicKeys }: ServiceSettings,
  audit: AuditLog | undefined,
): Promise<Result<OpenKeys, KeyFileUnusable | KeysDoNotFit | TakeOverError>> {
  const keys = newKeysBy ? 'new' : asked;
  const file = keyFileOf(config, database);
  if (keys === 'none' || (keys === 'if-there' && !existsSync(file))) {
    return ok({ signer: WITHOUT_KEYS, verifier: KNOWS_NO_KEY });
  }
  if (keys === 'verify' || keys === 'if-there') {
    const { openPublicKeys } = await import('@ops-admin/adapter-auth-jose/key-file');
    return openPublicKeys(publicKeys ?? file).map((verifier) => ({ signer: WITHOUT_KEYS, verifier }));
  }
  const found = keys === 'create' ? await newestEntry(audit) : ok(NO_ENTRY);
  // With keys, the work itself will report that the audit log cannot be read.
  if (found.isErr() && !existsSync(file)) return err(found.error);
  const newest = found.unwrapOr(NO_ENTRY);
  // Before the file is created: new keys would continue an audit log that others sealed.
  if (newest.id > 0 && !existsSync(file)) return doNotFit(newest, `the file ${file} does not exist`);
  const { openKeyFile } = await import('@ops-admin/adapter-auth-jose/key-file');
  const opened = openKeyFile(file, { create: keys === 'create' || keys === 'new' });
  if (opened.isErr()) return err(opened.error);
  const { trailSigner: signer, trailVerifier: verifier } = opened.value;
  if (newest.id > 0 && !signer.uses(newest.keyId ?? ''))
    return doNotFit(newest, whyNot(opened.value, newest, file));
  const takeOver =
    newKeysBy && audit ? await takeOverOf({ audit, file, keys: opened.value }, newKeysBy) : ok(undefined);
  return takeOver.map((rotation) => ({
    signer: rotation ? takingOver(signer, rotation) : signer,
    verifier,
    file: opened.value,
  }));
}

/** The same signer, whose next entry follows a rotation. */
function takingOver(signer: TrailSigner, takeOver: KeyTakeOver): TrailSigner {
  return {
    takeOver,
    get keyId() {
      return signer.keyId;
    },
    digest: (text) => signer.digest(text),
    sign: (keyId, text) => signer.sign(keyId, text),
    uses: (keyId) => signer.uses(keyId),
  };
}

/** Lets a running service use the keys of a changed file, until the returned function is called. */
export function followKeys({ file }: OpenKeys, log: Logger): () => void {
  if (!file) throw new Error('a service needs keys');
  return file.follow((refreshed) => {
    if (refreshed.isErr())
      log.warn(
        { reason: refreshed.error.message },
        'the key file was changed but cannot be used; the old keys stay in use',
      );
    else if (refreshed.value) log.info({}, 'the keys were read again');
  });
}

async function newestEntry(audit: AuditLog | undefined): Promise<Result<ChainEnd, StoreUnavailable>> {
  return audit ? await trailEnd(audit) : ok(NO_ENTRY);
}

/** A key that the file has, but not first, can be put in use. */
function whyNot({ trailSigner }: KeyFile, { keyId }: ChainEnd, file: string): string {
  return keyId !== null && trailSigner.sign(keyId, '') !== undefined
    ? `${file} has another one in use: run ops-admin keys rotate, copy the newest key file here`
    : `${file} does not have it, or had it in use before`;
}

function doNotFit({ id, keyId }: ChainEnd, why: string): Result<never, KeysDoNotFit> {
  const remedy = 'set OPS_AUTH_KEYS to the file that has the key, or continue with another key by --new-key';
  return err({
    type: 'keys-do-not-fit',
    message:
      keyId === null
        ? `the newest audit entry, ${id}, is not signed; run ops-admin audit verify, or ${remedy}`
        : `the newest audit entry, ${id}, has the key ${keyId}, and ${why}; ${remedy}`,
  });
}

/** For dry runs: they only read, and need no key. */
const WITHOUT_KEYS: TrailSigner = {
  get keyId(): string {
    throw new Error('nothing is sealed without keys');
  },
  digest: () => {
    throw new Error('nothing is sealed without keys');
  },
  uses: () => false,
  sign: () => undefined,
};

/** For a program that reads without keys. */
export const KNOWS_NO_KEY: TrailVerifier = {
  digest: WITHOUT_KEYS.digest,
  keyId: '',
  verify: async () => undefined,
};
