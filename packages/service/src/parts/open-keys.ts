import { existsSync } from 'node:fs';
import type { KeyFile } from '@ops-admin/adapter-key-file';
import { ok, type Port, port } from '@ops-admin/core';
import { keyFileOf } from '../config/files.js';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';

/** The keys that sign tokens and seal audit entries. */
export const KEY_FILE: Port<KeyFile> = port('ops-admin.service.KeyFile');

/** Opens the key file; nothing where it is missing and need not be there. */
export async function openKeys(
  _: Bound,
  { config, database, keys = 'create' }: ServiceSettings,
): Promise<OpenedPart> {
  const file = keyFileOf(config, database);
  if (keys === 'if-there' && !existsSync(file)) return ok([]);
  const { keyFileModule, openKeyFile } = await import('@ops-admin/adapter-key-file');
  const opened = openKeyFile(file, { create: keys === 'create' });
  return opened.map((held) => [keyFileModule(held), bindValue(KEY_FILE, held)]);
}
