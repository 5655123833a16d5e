import { openDatabase, type PostgresDatabase } from '@ops-admin/adapter-postgres';
import type { Clock, TrailSigner } from '@ops-admin/core';
import { sqlStores, TABLES } from '@ops-admin/store-sql';
import { aSigner, type OrganisationPorts } from '@ops-admin/testing';
import { aDatabase, ask } from './a-postgres.ts';

export function portsOf(
  database: PostgresDatabase,
  signer: TrailSigner = aSigner(),
  clock?: Clock,
): OrganisationPorts {
  const { sealedBy, ...stores } = sqlStores(database, clock);
  return { ...stores, ...sealedBy(signer) };
}

/** An opened database of its own; `drop` closes it too. */
export async function openTemporary(): Promise<{
  readonly database: PostgresDatabase;
  readonly url: string;
  drop(): Promise<void>;
}> {
  const { url, drop } = await aDatabase();
  const database = (await openDatabase(url))._unsafeUnwrap();
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Takes everything out of a database, past the guards of the trail: quicker than a new one for each test. */
export async function empty(url: string): Promise<void> {
  await ask(
    url,
    `set session_replication_role = replica;
     ${TABLES.map(({ name }) => (name === 'counters' ? 'update counters set total = 0' : `delete from ${name}`)).join(';')};
     delete from rate_limits; delete from geocode_answers`,
  );
}
