import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ADAPTERS } from '../compose.js';
import type { Config } from './config.js';
import type { Environment } from './environment.js';
import { cacheFileOf, isPostgresUrl, keysOf, referenceFileOf } from './files.js';
import { isSwitch } from './option-variables.js';
import { AUTH_VARIABLES } from './read-auth.js';
import { CONFIG_VARIABLES } from './read-config.js';
import { geocoderVariables } from './read-geocoders.js';
import type { Variable } from './variable.js';
import { VariableOption } from './variable-option.js';

/** A setting in effect. */
export interface Setting {
  /** Of its variable. */
  readonly name: string;
  /** As it would be written into the variable, or a mask; `null` where there is none. */
  readonly value: string | null;
  readonly source: 'command line' | 'environment' | 'default';
}

/** What the settings are read from. */
export interface SettingSources {
  readonly config: Config;
  readonly environment: Environment;
  /** The command with the options of the service, parsed. */
  readonly command: Command;
  /** The options of every other command; they count where their variable is set. */
  readonly otherOptions: readonly VariableOption[];
}

const MASK = '***';

/** Every setting in effect, by name, with secrets masked. */
export function listSettings({ command, config, environment, otherOptions }: SettingSources): Setting[] {
  const db = String(command.getOptionValue('db'));
  const files: Record<string, string> = {
    OPS_AUTH_KEYS: keysOf(config, { db }).file,
    OPS_GEOCODE_CACHE: cacheFileOf(config, db),
    OPS_REFERENCE: referenceFileOf(config, db),
  };
  const variables = [
    ...CONFIG_VARIABLES,
    ...(config.provider ? AUTH_VARIABLES : []),
    ...geocoderVariables(environment, config.gateway.geocoders),
  ];
  const settings = new Map<string, Setting>();
  for (const { variable: name = '' } of otherOptions) {
    const value = environment[name];
    if (value !== undefined) settings.set(name, { name, value, source: 'environment' });
  }
  for (const variable of variables) settings.set(variable.name, settingOf(variable, environment));
  for (const option of command.options) {
    if (!(option instanceof VariableOption) || option.variable === undefined) continue;
    settings.set(option.variable, settingOfOption(command, option));
  }
  for (const [name, file] of Object.entries({ ...files, OPS_DB: db })) {
    const setting = settings.get(name);
    const value = isPostgresUrl(file) ? ADAPTERS.shownPlace(file) : resolve(file);
    if (setting) settings.set(name, { ...setting, value });
  }
  return [...settings.values()]
    .map((setting) => ({ ...setting, value: setting.value && withoutSecrets(setting.value) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function settingOf({ fallback, isSecret, name }: Variable, environment: Environment): Setting {
  const given = environment[name];
  if (given === undefined) return { name, value: fallback ?? null, source: 'default' };
  return { name, value: isSecret ? MASK : given, source: 'environment' };
}

const SOURCES: Readonly<Record<string, Setting['source']>> = { cli: 'command line', env: 'environment' };

function settingOfOption(command: Command, option: VariableOption): Setting {
  const attribute = option.attributeName();
  const value: unknown = command.getOptionValue(attribute) ?? (isSwitch(option) ? false : null);
  const source = SOURCES[command.getOptionValueSource(attribute) ?? ''] ?? 'default';
  return { name: option.variable ?? '', value: value === null ? null : String(value), source };
}

/** An address may hold a password before its host, and keys among its parameters. */
function withoutSecrets(value: string): string {
  return value
    .replace(/(:\/\/)[^/?#\s]*@/g, `$1${MASK}@`)
    .replace(/(:\/\/[^\s?#]*\?)([^\s#]*)/g, (_, address: string, query: string) => {
      return address + query.replace(/=[^&]*/g, `=${MASK}`);
    });
}
