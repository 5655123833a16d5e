export { type Backup, type BackupRefused, backUpDatabase } from './back-up-database.js';
export { type DatabaseUnusable, type OpenDatabaseOptions, openDatabase, SCHEMA } from './open-database.js';
export { type OpenedSqlite, openSqlite, type SqliteSettings } from './open-sqlite.js';
export { draftRestore, type RestoreDraft, type RestoreRefused } from './restore-database.js';
export { SqliteDatabase, type SqliteOptions } from './sqlite-database.js';
export { vacuumDatabase } from './vacuum-database.js';
