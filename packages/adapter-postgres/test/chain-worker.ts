/** A process that writes every kind of audit entry: `chain-worker.js URL NAME COUNT`. */
import { openDatabase } from '@ops-admin/adapter-postgres';
import { sqlStores } from '@ops-admin/store-sql';
import { writeChain } from '../../store-sql/test/write-chain.ts';

const database = (await openDatabase(process.argv[2] as string))._unsafeUnwrap();
await writeChain((signer) => sqlStores(database).sealedBy(signer).permissions);
await database.close();
process.disconnect?.();
