import type { KeyFileUnusable } from '@ops-admin/adapter-auth-jose/key-file';
import type { LookupCacheUnusable } from '@ops-admin/adapter-geocoder';
import type { DatabaseUnusable as PostgresUnusable } from '@ops-admin/adapter-postgres';
import type { DatabaseUnusable } from '@ops-admin/adapter-sqlite';
import type { StoreUnavailable } from '@ops-admin/core';
import type { OpenReferenceError } from '@ops-admin/reference-data';
import type { InvalidConfig } from './config/read-config.js';
import type { TakeOverError } from './operations/key-rotation.js';
import type { KeysDoNotFit } from './parts/open-keys.js';

/** Why a part could not be opened, or why none was. */
export type ComposeError =
  | DatabaseUnusable
  | InvalidConfig
  | KeyFileUnusable
  | KeysDoNotFit
  | LookupCacheUnusable
  | OpenReferenceError
  | PostgresUnusable
  | StoreUnavailable
  | TakeOverError;
