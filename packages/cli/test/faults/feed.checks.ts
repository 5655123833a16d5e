import { expect } from 'chai';
import { type ADatabase, aDatabase } from '../../../adapter-postgres/test/a-postgres.ts';
import { FaultBench } from './fault-bench.ts';
import { killFeed } from './kill-feed.ts';
import { PostgresBench } from './postgres-bench.ts';

describe('A reader that follows the audit log', () => {
  let made: ADatabase | undefined;
  let bench: FaultBench;
  afterEach(async () => {
    await bench?.close();
    await made?.drop();
    made = undefined;
  });

  for (const [name, open] of [
    ['SQLite', () => FaultBench.open()],
    [
      'PostgreSQL',
      async () => {
        made = await aDatabase();
        return await PostgresBench.onServer(made.url);
      },
    ],
  ] as const) {
    it(`receives every entry once and in order on ${name}, however often the reader and its service are killed`, async () => {
      bench = await open();
      const { ids, killed, newestId } = await killFeed(bench, 6);
      bench.report({ entries: newestId, ...killed });
      expect(ids).to.deep.equal(Array.from({ length: newestId }, (_, n) => n + 1));
    });
  }
});
