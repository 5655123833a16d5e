import type { LookupCacheUnusable } from '@ops-admin/adapter-geocoder';
import type { KeyFileUnusable } from '@ops-admin/adapter-key-file';
import type { DatabaseUnusable as PostgresUnusable } from '@ops-admin/adapter-postgres';
import type { DatabaseUnusable } from '@ops-admin/adapter-sqlite';
import type { OpenReferenceError, RenewedReferenceUnusable } from '@ops-admin/reference-data';

/** Why a part could not be opened. */
export type ComposeError =
  | DatabaseUnusable
  | KeyFileUnusable
  | LookupCacheUnusable
  | OpenReferenceError
  | PostgresUnusable
  | RenewedReferenceUnusable;
