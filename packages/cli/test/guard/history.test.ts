import { expect } from 'chai';
import { aDatabase } from '../../../adapter-postgres/test/a-postgres.ts';
import { type HistoryOptions, tellHistory } from './history/history.ts';
import { anySeed } from './random.ts';

describe('A history of changes with kills', () => {
  // scripts/history.mjs does the same for longer.
  async function expectTold(options: Omit<HistoryOptions, 'seconds' | 'seed'>): Promise<void> {
    const seed = anySeed();
    const { acknowledged, flaws, kills } = await tellHistory({ ...options, seconds: 2, seed });
    expect({ seed, flaws }).to.deep.equal({ seed, flaws: [] });
    expect(kills).to.be.greaterThan(0);
    expect(acknowledged).to.be.greaterThan(0);
  }

  it('is what the trail tells, and what users hold: SQLite', () => expectTold({}));

  it('is what the trail tells, and what users hold: PostgreSQL, two services', async () => {
    const { drop, url } = await aDatabase();
    try {
      await expectTold({ database: url, services: 2 });
    } finally {
      await drop();
    }
  });
});
