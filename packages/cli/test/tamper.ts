import Database from 'better-sqlite3';

/** Changes the database as a user with access to the file could: removes the triggers, and restores them afterwards. */
export function tamper(file: string, sql: string): void {
  const database = new Database(file);
  const triggers = database
    .prepare<[], { name: string; sql: string }>("select name, sql from sqlite_schema where type = 'trigger'")
    .all();
  for (const { name } of triggers) database.exec(`drop trigger ${name}`);
  database.exec(sql);
  for (const trigger of triggers) database.exec(trigger.sql);
  database.close();
}
