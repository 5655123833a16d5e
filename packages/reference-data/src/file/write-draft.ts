import Database from 'better-sqlite3';

/** Writes to a database that is thrown away where that fails, so that it needs no journal. Throws what SQLite throws. */
export function writeDraft(file: string, write: (database: Database.Database) => void): void {
  const database = new Database(file);
  try {
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.transaction(() => write(database))();
  } finally {
    database.close();
  }
}
