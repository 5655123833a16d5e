import type { ProviderOptions } from '@ops-admin/adapter-auth-jose/config';
import type { GatewaySettings, RemoteGeocoder } from '@ops-admin/adapter-geocoder';
import type { Permission, RateLimitPolicy } from '@ops-admin/core';

/** An address provider as the configuration names it. */
export type ConfiguredGeocoder = { readonly kind: 'gazetteer' } | RemoteGeocoder;

/** The address providers, and how they replace each other. */
export interface GatewayConfig extends Pick<GatewaySettings, 'deadlineMs' | 'nextOnEmpty' | 'cooldownMs'> {
  readonly geocoders: readonly ConfiguredGeocoder[];
}

/** The settings that only the environment gives; docs/running.md lists them. */
export interface Config {
  /** `OPS_ADMIN_PERMISSION` */
  readonly adminPermission: Permission;
  /** `OPS_PERMISSIONS`, the catalogue; `OPS_PERMISSIONS_STRICT`: whether only what it lists can be added. */
  readonly catalogue: { readonly file: string | undefined; readonly isStrict: boolean };
  /** `OPS_REASON_REQUIRED`: what the reasons of changes must match. */
  readonly requiredReason: RegExp | undefined;
  /** `OPS_CORS_ORIGINS` */
  readonly allowedOrigins: readonly string[];
  /** `OPS_AUTH_KEYS`; next to the database by default. */
  readonly authKeys: string | undefined;
  /** `OPS_AUTH_ISSUER` and the other settings of a provider; the local keys by default. */
  readonly provider: ProviderOptions | undefined;
  /** `OPS_PAGE`, and how people sign in there: `OPS_PAGE_CLIENT_ID`, `OPS_PAGE_SCOPES`. `undefined` if it is off. */
  readonly page: { readonly clientId: string | undefined; readonly scopes: readonly string[] } | undefined;
  /** `OPS_PUBLIC_URL`, without a slash at the end; the origin of each request by default. */
  readonly publicUrl: string | undefined;
  /** `OPS_DRAIN_SECONDS`: how long the service continues after it is asked to stop. */
  readonly drainSeconds: number;
  /** `OPS_MAX_CONNECTIONS` and `OPS_MAX_REQUESTS`: how many can be open at the same time. */
  readonly limits: { readonly connections: number; readonly requests: number };
  /** `OPS_GEOCODERS`, `OPS_GEOCODER_…` and the settings of each provider. */
  readonly gateway: GatewayConfig;
  /** `OPS_GEOCODE_CACHE`, next to the database by default; `OPS_GEOCODE_CACHE_ROWS`. */
  readonly geocodeCache: { readonly file: string | undefined; readonly capacity: number };
  /** `OPS_DB_PASSWORD`, or what reads its file, used instead of a password in a URL; `OPS_DB_POOL`; `OPS_DB_POOLER`. */
  readonly postgres: {
    readonly password: string | (() => string | undefined) | undefined;
    readonly poolSize: number;
    readonly pooler: 'session' | 'transaction';
  };
  /** `OPS_READER_PERMISSION` */
  readonly readerPermission: Permission;
  /** `OPS_LOG_LEVEL` */
  readonly logLevel: LogLevel;
  /** `OPS_GEOCODE_RATE_LIMIT` lookups in `OPS_GEOCODE_RATE_WINDOW` seconds. */
  readonly rateLimit: RateLimitPolicy;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
