import type { Permission, RateLimitPolicy } from '@ops-admin/core';
import type { ProviderOptions } from '../compose.js';

/** Everything that is configured by the environment alone; see docs/configuration.md. */
export interface Config {
  /** `OPS_ADMIN_PERMISSION` */
  readonly adminPermission: Permission;
  /** `OPS_AUTH_KEYS`; beside the database where it is not set. */
  readonly authKeys: string | undefined;
  /** `OPS_AUTH_ISSUER` and its kin; the local keys where none is set. */
  readonly provider: ProviderOptions | undefined;
  /** `OPS_GEOCODERS`; no provider where it is not set. */
  readonly geocoder: GeocoderConfig | undefined;
  /** `OPS_LOG_LEVEL` */
  readonly logLevel: LogLevel;
  /** `OPS_GEOCODE_RATE_LIMIT` look-ups in `OPS_GEOCODE_RATE_WINDOW` seconds. */
  readonly rateLimit: RateLimitPolicy;
}

/** An address provider: `OPS_NOMINATIM_URL`, `OPS_GEOCODER_USER_AGENT`. */
export interface GeocoderConfig {
  readonly url: URL;
  readonly userAgent: string;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
