import type { ExternalIdentity, ObjectId } from '@ops-admin/core';
import { identityKey } from '@ops-admin/core/adapter';
import { canBeText } from './can-be-text.js';
import { chunks } from './chunks.js';
import type { Connection } from './postgres-database.js';

const OWNERS = `
  select i.issuer, i.subject, i.user_id as owner from user_identities i
  join json_to_recordset($1::json) as row (issuer text, subject text) using (issuer, subject)`;

/** Who has these identities. */
export async function ownersOf(
  connection: Connection,
  identities: readonly ExternalIdentity[],
): Promise<(identity: ExternalIdentity) => ObjectId | undefined> {
  const owners = new Map<string, ObjectId>();
  // A text that PostgreSQL cannot hold belongs to nobody.
  const fit = identities.filter(({ issuer, subject }) => canBeText(issuer) && canBeText(subject));
  for (const some of chunks(fit)) {
    const values = [JSON.stringify(some)];
    const rows = await connection.query<ExternalIdentity & { owner: ObjectId }>({ text: OWNERS, values });
    for (const { owner, ...identity } of rows) owners.set(identityKey(identity), owner);
  }
  return (identity) => owners.get(identityKey(identity));
}
