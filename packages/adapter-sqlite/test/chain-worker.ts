/** A process that writes every kind of audit entry: `chain-worker.js FILE NAME COUNT`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { writeChain } from '../../store-sql/test/write-chain.ts';
import { portsOf } from './open-temporary.ts';

const database = openDatabase(process.argv[2] as string)._unsafeUnwrap();
await writeChain(
  (signer) => portsOf(database, signer).permissions,
  // SQLite gives the lock to the quicker process again; a pause lets the others have it.
  () => sleep(Math.random() * 3),
);
database.close();
process.disconnect?.();
