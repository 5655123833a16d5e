import type Database from 'better-sqlite3';
import { type Place, placeOf } from './file-in-place.js';

/** An open database. */
export interface Connection {
  readonly database: Database.Database;
  /** The files it has open; none for a database in memory. */
  readonly place: Place | undefined;
  /** Another number after another opening, and after the content was read again: what was kept from before is void. */
  readonly generation: number;
}

/** Where the stores get their connection, at each call. */
export interface Connections {
  /** How long a write waits for other processes; 5 seconds where it is left out. */
  readonly waitMs?: number | undefined;
  /** The connection for use at once: the next call may close it. Throws where there is none for now. */
  current(): Connection;
  /** Takes note of what was thrown while a connection was in use, which may mean that its file is lost. */
  failed(connection: Connection, cause: unknown): void;
}

/** Always the one database, which is yours to open and to close; `openSqlite` watches the file too. */
export function connectionsOf(database: Database.Database): Connections {
  const connection = { database, place: placeOf(database), generation: 0 };
  return { current: () => connection, failed: () => {} };
}
