import {
  err,
  type Logger,
  type OrganisationCopy,
  ok,
  type Result,
  ResultAsync,
  type TrailVerifier,
} from '@ops-admin/core';
import { LOGGER, type Port, port, TRAIL_VERIFIER } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { ComposeError } from '../compose-error.js';
import type { Openings } from '../openings.js';
import type { ServiceSettings } from '../settings.js';
import { openKeys } from './open-keys.js';
import { openStore } from './open-store.js';

/** The organisation that is copied, and what verifies its trail. */
export interface OpenSource {
  readonly copy: OrganisationCopy;
  /** How many records it has, more or less, if it says so. */
  readonly size: number | undefined;
  readonly verifier: TrailVerifier;
  close(): void | Promise<void>;
}

/** The organisation that is copied. */
export const SOURCE: Port<OpenSource> = port('ops-admin.service.Source');

/** The source of a copy, with whose keys the copy is verified. */
export function sourceModule(settings: ServiceSettings, openings: Openings): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(SOURCE)
      .toResolvedValue(
        openings.inTurn(SOURCE, (log: Logger) => openSource(settings, log)),
        [LOGGER],
      )
      .onDeactivation(({ close }) => close());
    bind(TRAIL_VERIFIER).toResolvedValue(({ verifier }) => verifier, [SOURCE]);
  });
}

async function openSource(settings: ServiceSettings, log: Logger): Promise<Result<OpenSource, ComposeError>> {
  const of = { ...settings, database: settings.source ?? '', access: 'read' } as const;
  const store = await openStore(of, log);
  if (store.isErr()) return err(store.error);
  const { copy, audit, close, users } = store.value;
  const keys = await openKeys({ ...of, keys: 'require' }, audit);
  if (keys.isErr()) {
    await close();
    return err(keys.error);
  }
  const size = await ResultAsync.combine([audit.newestId(), users.search({ start: 0, end: 1 })]).map(
    ([newest, { total }]) => newest + total,
  );
  return ok({ copy, size: size.unwrapOr(undefined), verifier: keys.value.verifier, close });
}
