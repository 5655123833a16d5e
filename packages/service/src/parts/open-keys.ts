import { existsSync } from 'node:fs';
import type { KeyFile } from '@ops-admin/adapter-key-file';
import { type AuditSealer, err, ok, type Result, type StoreUnavailable } from '@ops-admin/core';
import { findNewestSeal, type NewestSeal } from '@ops-admin/core/jobs';
import { AUDIT_LOG, AUDIT_SEALER, LOGGER, type Port, port } from '@ops-admin/core/ports';
import { keyFileOf } from '../config/files.js';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';

/** The keys that sign tokens and seal audit entries. */
export const KEY_FILE: Port<KeyFile> = port('ops-admin.service.KeyFile');

/** The newest sealed entry has a missing key; `message` names it and what to do. */
export interface KeysDoNotFit {
  readonly type: 'keys-do-not-fit';
  readonly message: string;
}

/** Opens the key file; gives nothing if it is missing and not required. */
export async function openKeys(
  bound: Bound,
  { config, database, keys = 'create' }: ServiceSettings,
): Promise<OpenedPart> {
  if (keys === 'none') return ok([bindValue(AUDIT_SEALER, WITHOUT_KEYS)]);
  const file = keyFileOf(config, database);
  if (keys === 'if-there' && !existsSync(file)) return ok([]);
  const found = keys === 'create' ? await newestSeal(bound) : ok(undefined);
  // With keys, the work itself will report that the trail cannot be read.
  if (found.isErr() && !existsSync(file)) return err(found.error);
  const newest = found.unwrapOr(undefined);
  // Before the file is created: new keys would continue a trail that they cannot prove.
  if (newest && !existsSync(file)) return doNotFit(newest, `there is no file ${file}`);
  const { openKeyFile } = await import('@ops-admin/adapter-key-file');
  const { keyFileModule } = await import('@ops-admin/adapter-key-file/inversify');
  const opened = openKeyFile(file, { create: keys === 'create' || keys === 'new' });
  if (opened.isErr()) return err(opened.error);
  const held = opened.value;
  if (newest?.check(held.auditSealer) === 'unknown-key') return doNotFit(newest, `it is not in ${file}`);
  return ok([keyFileModule(held), bindValue(KEY_FILE, held)]);
}

/** The keys of a long-running service. */
export const FOLLOWED_KEYS: Port<KeyFile> = port('ops-admin.service.FollowedKeys');

/** Lets a running service use the keys of a changed file. */
export function followKeys(bound: Bound): OpenedPart {
  const log = bound.get(LOGGER);
  const keys = bound.get(KEY_FILE);
  const stop = keys.follow((refreshed) => {
    if (refreshed.isErr())
      log.warn(
        { reason: refreshed.error.message },
        'the key file was changed but cannot be used; the old keys stay in use',
      );
    else if (refreshed.value) log.info({}, 'the keys were read again');
  });
  return ok([bindValue(FOLLOWED_KEYS, keys, stop)]);
}

async function newestSeal(bound: Bound): Promise<Result<NewestSeal | undefined, StoreUnavailable>> {
  const log = bound.find(AUDIT_LOG);
  return log ? await findNewestSeal(log) : ok(undefined);
}

function doNotFit({ entryId, keyId }: NewestSeal, why: string): OpenedPart {
  const remedy = 'set OPS_AUTH_KEYS to the file that has the key, or continue with another key by --new-key';
  return err({
    type: 'keys-do-not-fit',
    message: `the newest sealed audit entry, ${entryId}, has the key ${keyId}, and ${why}; ${remedy}`,
  });
}

/** For dry runs: they only read, and need no key. */
const WITHOUT_KEYS: AuditSealer = {
  get keyId(): string {
    throw new Error('nothing is sealed without keys');
  },
  digest: () => undefined,
};
