import type { PatienceOf } from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { type Place, placeOf } from './file-in-place.js';
import type { ReaderThreads } from './reader-threads.js';

/** An open database. */
export interface Connection {
  readonly database: Database.Database;
  /** The files that it has open; none for a database in memory. */
  readonly place: Place | undefined;
  /** Changes when the file is opened again, or its content read again: what was kept from before is then void. */
  readonly generation: number;
}

/** Threads for changes of many users, apart from those that read: who reads much does not keep others from changing. */
export interface Changers {
  /** For dry runs. */
  readonly trying: ReaderThreads;
  readonly making: ReaderThreads;
}

/** Where the stores get their connection, at each call. */
export interface Connections {
  /** The path of the database. */
  readonly file: string;
  /** How long a write waits for other processes; 5 seconds by default. */
  readonly waitMs?: number | undefined;
  /** What has the calls of a request wait for 5 seconds together; without it, each waits as long. */
  readonly patience?: PatienceOf | undefined;
  /** What reads many rows of a large file apart from the event loop; without them it is read at once. */
  readonly readers?: ReaderThreads | undefined;
  /** Threads for changes of many users: two try them, and one makes them; without them they run to their end at once. */
  readonly changers?: Changers | undefined;
  /** The connection. Use it at once: the next call can close it. Throws if there is none now. */
  current(): Connection;
  /** Notes what was thrown while a connection was in use; it can mean that the file is lost. */
  failed(connection: Connection, cause: unknown): void;
}

/** Always the same database, which you open and close yourself; `openSqlite` also watches the file. */
export function connectionsOf(database: Database.Database): Connections {
  const connection = { database, place: placeOf(database), generation: 0 };
  return { file: database.name, current: () => connection, failed: () => {} };
}
