/** A thread that makes changes of the suites of stores, one for each message. */
import { parentPort } from 'node:worker_threads';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { type ChangeOfOthers, makeChangeOfOthers } from '@ops-admin/testing/contracts';
import { portsOf } from './open-temporary.ts';

interface Asked {
  readonly change: ChangeOfOthers;
  readonly file: string;
  /** Its first number becomes 1 once the change is made. */
  readonly isMade: Int32Array<SharedArrayBuffer>;
}

parentPort?.on('message', async ({ change, file, isMade }: Asked) => {
  const database = openDatabase(file)._unsafeUnwrap();
  await makeChangeOfOthers(portsOf(database), change);
  database.close();
  Atomics.store(isMade, 0, 1);
  Atomics.notify(isMade, 0);
});
