import type { Config } from './config.js';

/** The file of the local keys: `OPS_AUTH_KEYS`, or beside the database (decision 10). */
export function keysFileOf({ authKeys }: Config, databaseFile: string): string {
  return authKeys ?? `${databaseFile.replace(/\.db$/, '')}.keys.json`;
}
