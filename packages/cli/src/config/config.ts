import type { Permission, RateLimitPolicy } from '@ops-admin/core';
import type { GatewayOptions, ProviderOptions } from '../compose.js';

/** Everything that is configured by the environment alone; see docs/configuration.md. */
export interface Config {
  /** `OPS_ADMIN_PERMISSION` */
  readonly adminPermission: Permission;
  /** `OPS_AUTH_KEYS`; beside the database where it is not set. */
  readonly authKeys: string | undefined;
  /** `OPS_AUTH_ISSUER` and its kin; the local keys where none is set. */
  readonly provider: ProviderOptions | undefined;
  /** `OPS_GEOCODERS`, `OPS_GEOCODER_…` and the settings of each provider. */
  readonly gateway: GatewayOptions;
  /** `OPS_GEOCODE_CACHE`, beside the database where it is not set; `OPS_GEOCODE_CACHE_ROWS`. */
  readonly geocodeCache: { readonly file: string | undefined; readonly capacity: number };
  /** `OPS_REFERENCE`, the renewed reference file; beside the database where it is not set. */
  readonly reference: string | undefined;
  /** `OPS_LOG_LEVEL` */
  readonly logLevel: LogLevel;
  /** `OPS_GEOCODE_RATE_LIMIT` look-ups in `OPS_GEOCODE_RATE_WINDOW` seconds. */
  readonly rateLimit: RateLimitPolicy;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
