// The database, the keys and the tokens, in the folder that the program is started in.
import { openTokens } from '@ops-admin/adapter-auth-jose';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { orThrow } from '@ops-admin/core';

export function openStore(file = 'service.db', keyFile = 'service.keys.json') {
  const clock = () => new Date();
  const { signing, trailSigner } = orThrow(openKeyFile(keyFile));
  const sqlite = orThrow(openSqlite({ file, clock }));
  const { audit, departments, users } = sqlite;
  const { permissions: store } = sqlite.sealedBy(trailSigner);
  // With tokens of your identity provider instead: `type: 'provider'`.
  const { issuer, verifier: tokens } = openTokens({ type: 'local', keys: signing, clock });
  return { ports: { audit, clock, departments, store, tokens, users }, issuer, close: () => sqlite.close() };
}
