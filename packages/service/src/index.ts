export { isSafeUrl } from '@ops-admin/adapter-auth-jose/config';
export { namedFreely, parsedBy } from '@ops-admin/adapter-http-koa/schemas';
export type {
  AirportReferenceInfo,
  GazetteerExplanation,
  ReferenceDataInfo,
} from '@ops-admin/reference-data';
export { type Composition, compose } from './compose.js';
export type { ComposeError } from './compose-error.js';
export type { Config, ConfiguredGeocoder, GatewayConfig } from './config/config.js';
export type { Environment } from './config/environment.js';
export { listSettings, type Setting, type SettingSources } from './config/list-settings.js';
export { type InvalidConfig, readConfig } from './config/read-config.js';
export { readSecret } from './config/read-secret.js';
export { warningsOfUnknown } from './config/unknown-variables.js';
export { type CountingLogger, createLogger } from './create-logger.js';
export type { Demo, NotTheDemo, PreparedDemo } from './demo/prepare-demo.js';
export type { Address, Running, ServiceHealth } from './metrics/start-metrics-server.js';
export type { AddressCache } from './operations/address-cache.js';
export type { Airports } from './operations/airports.js';
export type {
  BackupError,
  Backups,
  CheckedBackup,
  RestoredDatabase,
  RestoreError,
} from './operations/backups.js';
export type { Gazetteer } from './operations/gazetteer.js';
export type { TokenIssue } from './operations/issue-tokens.js';
export type {
  FormerKey,
  KeyRotation,
  RotationError,
  TakeOverError,
  TrailEndForeign,
} from './operations/key-rotation.js';
export type { KeyCare, KeyInUse, KeyNotFound, NoNewerKey, PublicKeySet } from './operations/keys.js';
export type { KeysDoNotFit } from './parts/open-keys.js';
export { describeForeignEntry } from './serve/describe-foreign-entry.js';
export type { MetricsServer } from './serve/metrics-server.js';
export type { HttpInterface, RunningService, Server, StartError } from './serve/server.js';
export type { ServiceParts } from './service-parts.js';
export type { ServiceSettings } from './settings.js';
