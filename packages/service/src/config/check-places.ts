import { err, ok, type Result } from '@ops-admin/core';
import type { ServiceSettings } from '../settings.js';
import type { InvalidConfig } from './read-config.js';
import { isMistypedUrl, isPostgresUrl } from './shown-place.js';

/** Refuses a mistyped URL of a database, before it is taken for a file name and shown. No message shows its text. */
export function checkPlaces({
  config: { authKeys = '', catalogue, geocodeCache },
  database,
  source = '',
}: ServiceSettings): Result<undefined, InvalidConfig> {
  const databases = [database, source, geocodeCache.file ?? ''].filter(isMistypedUrl).length;
  const files = Object.entries({
    OPS_AUTH_KEYS: authKeys,
    OPS_PERMISSIONS: catalogue.file ?? '',
  }).filter(([, file]) => isMistypedUrl(file) || isPostgresUrl(file));
  const problems = [
    ...(databases > 0 ? [NO_DATABASE] : []),
    ...files.map(([name]) => `${name} must be a file, not a URL`),
  ];
  return problems.length > 0 ? err({ type: 'invalid-config', problems }) : ok(undefined);
}

const NO_DATABASE =
  'the database must be a file or postgres://ROLE@HOST/DATABASE; write its password into OPS_DB_PASSWORD_FILE';
