import {
  err,
  type Logger,
  type OrganisationCopy,
  ok,
  type Result,
  ResultAsync,
  type TrailVerifier,
} from '@ops-admin/core';
import type { ComposeError } from '../compose-error.js';
import type { ServiceSettings } from '../settings.js';
import { openKeys } from './open-keys.js';
import { openStore } from './open-store.js';

/** The organisation that is copied, and what verifies its audit log. */
export interface OpenSource {
  readonly copy: OrganisationCopy;
  /** About how many records it has, if it says so. */
  readonly size: number | undefined;
  readonly verifier: TrailVerifier;
  close(): void | Promise<void>;
}

/** Opens the source of a copy, and its keys, with which the copy is verified. */
export async function openSource(
  settings: ServiceSettings,
  log: Logger,
): Promise<Result<OpenSource, ComposeError>> {
  const of = { ...settings, database: settings.source ?? '', access: 'read' } as const;
  const store = await openStore(of, log);
  if (store.isErr()) return err(store.error);
  const { copy, audit, close, users } = store.value;
  const keys = await openKeys({ ...of, keys: 'verify' }, audit);
  if (keys.isErr()) {
    await close();
    return err(keys.error);
  }
  const size = await ResultAsync.combine([audit.newestId(), users.search({ start: 0, end: 1 })]).map(
    ([newest, { total }]) => newest + total,
  );
  return ok({ copy, size: size.unwrapOr(undefined), verifier: keys.value.verifier, close });
}
