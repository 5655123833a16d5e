import { err, ok, type Result } from '@ops-admin/core';
import type { ServiceSettings } from '../settings.js';
import type { InvalidConfig } from './read-config.js';
import { isMistypedUrl, isPostgresUrl } from './shown-place.js';

/**
 * Refuses what was meant as the URL of a database and is none, before anything takes it for a file and says its name. No
 * message shows what it is.
 */
export function checkPlaces({
  config: { authKeys = '', geocodeCache, reference = '' },
  database,
  source = '',
}: ServiceSettings): Result<undefined, InvalidConfig> {
  const databases = [database, source, geocodeCache.file ?? ''].filter(isMistypedUrl).length;
  const files = Object.entries({ OPS_AUTH_KEYS: authKeys, OPS_REFERENCE: reference }).filter(
    ([, file]) => isMistypedUrl(file) || isPostgresUrl(file),
  );
  const problems = [
    ...(databases > 0 ? [NO_DATABASE] : []),
    ...files.map(([name]) => `${name} must be a file, and is a URL or a mistyped one`),
  ];
  return problems.length > 0 ? err({ type: 'invalid-config', problems }) : ok(undefined);
}

const NO_DATABASE =
  'a database is neither a file nor a URL; write postgres://ROLE@HOST/DATABASE, and its password into OPS_DB_PASSWORD_FILE';
