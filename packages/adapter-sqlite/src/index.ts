export { type Backup, type BackupRefused, backUpDatabase } from './back-up-database.js';
export { type Connection, type Connections, connectionsOf } from './connections.js';
export type { FileState, Place } from './file-in-place.js';
export { LiveDatabase, type LiveDatabaseOptions } from './live-database.js';
export { type DatabaseUnusable, type OpenDatabaseOptions, openDatabase, SCHEMA } from './open-database.js';
export { type OpenedSqlite, openSqlite, type SqliteSettings } from './open-sqlite.js';
export { draftRestore, type RestoreDraft, type RestoreRefused } from './restore-database.js';
export { sqliteStores } from './sqlite-stores.js';
export { vacuumDatabase } from './vacuum-database.js';
