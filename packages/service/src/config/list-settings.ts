import { resolve } from 'node:path';
import type { Config } from './config.js';
import type { Environment } from './environment.js';
import { cacheFileOf, keyFileOf } from './files.js';
import { AUTH_VARIABLES } from './read-auth.js';
import { CONFIG_VARIABLES } from './read-config.js';
import { geocoderVariables } from './read-geocoders.js';
import { isPostgresUrl, mayHoldPassword, shownPlace } from './shown-place.js';
import type { Variable } from './variable.js';
import { MASK, withoutSecrets } from './without-secrets.js';

/** A setting in effect. */
export interface Setting {
  /** The name of its variable. */
  readonly name: string;
  /** As written into the variable, or a mask; `null` if it is not set. */
  readonly value: string | null;
  readonly source: 'command line' | 'environment' | 'default';
}

/** The source of the settings; `others` are settings of the composing program. */
export interface SettingSources {
  readonly config: Config;
  readonly database: string;
  readonly environment: Environment;
  readonly others?: readonly Setting[];
}

/** Every setting in effect, by name, with secrets masked. */
export function listSettings({ config, database, environment, others = [] }: SettingSources): Setting[] {
  const files: Record<string, string> = {
    OPS_AUTH_KEYS: keyFileOf(config, database),
    OPS_DB: database,
    OPS_GEOCODE_CACHE: cacheFileOf(config, database),
  };
  const variables = [
    ...CONFIG_VARIABLES,
    ...(config.provider ? AUTH_VARIABLES : []),
    ...geocoderVariables(environment, config.gateway.geocoders),
  ];
  const settings = [...variables.map((variable) => settingOf(variable, environment)), ...others];
  return [...new Map(settings.map((setting) => [setting.name, setting])).values()]
    .map(({ name, source, value }) => {
      if (files[name] !== undefined) return { name, value: shownFile(files[name]), source };
      return { name, value: source === 'default' ? value : value && withoutSecrets(value), source };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function settingOf({ fallback, isSecret, name }: Variable, environment: Environment): Setting {
  const given = environment[name];
  if (given === undefined) return { name, value: fallback ?? null, source: 'default' };
  return { name, value: isSecret ? MASK : given, source: 'environment' };
}

function shownFile(file: string): string {
  return isPostgresUrl(file) || mayHoldPassword(file) ? shownPlace(file) : resolve(file);
}
