import { err, type OrganisationArchive, ok } from '@ops-admin/core';
import { AUDIT_SEALER, ORGANISATION_ARCHIVE, type Port, port } from '@ops-admin/core/ports';
import { Container } from 'inversify';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';
import { openKeys } from './open-keys.js';
import { openStore } from './open-store.js';

/** The organisation that is copied. */
export const SOURCE_ARCHIVE: Port<OrganisationArchive> = port('ops-admin.service.SourceArchive');

/** Opens the source of a copy and its keys, in a separate container, because both databases serve the same ports. */
export async function openSource(bound: Bound, settings: ServiceSettings): Promise<OpenedPart> {
  const { source = '' } = settings;
  // The tables of areas are not copied, and can be missing there.
  const of: ServiceSettings = {
    ...settings,
    areas: [],
    database: source,
    access: 'read',
    keys: 'require',
  };
  const container = new Container({ defaultScope: 'Singleton' });
  for (const open of [openStore, openKeys]) {
    const opened = await open(bound, of);
    if (opened.isErr()) {
      await container.unbindAllAsync();
      return err(opened.error);
    }
    container.load(...opened.value);
  }
  return ok([
    bindValue(SOURCE_ARCHIVE, container.get(ORGANISATION_ARCHIVE), () => container.unbindAllAsync()),
    bindValue(AUDIT_SEALER, container.get(AUDIT_SEALER)),
  ]);
}
