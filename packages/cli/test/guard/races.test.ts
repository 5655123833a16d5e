import { expect } from 'chai';
import { aDatabase } from '../../../adapter-postgres/test/a-postgres.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { RACE_KINDS } from './fuzz/fuzz-races.ts';
import { anySeed } from './random.ts';

describe('Concurrent requests that contradict each other', () => {
  for (const kind of ['SQLite', 'PostgreSQL, through two services']) {
    it(`are judged one after the other, each kind of race on ${kind}`, async () => {
      const made = kind === 'SQLite' ? undefined : await aDatabase();
      const { findings, seed } = await fuzz({
        requests: 5,
        races: RACE_KINDS,
        seed: anySeed(),
        ...(made && { database: made.url }),
      });
      await made?.drop();
      expect(findings, `seed ${seed}`).to.deep.equal([]);
    });
  }
});
