import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { airportCodeIn } from '@ops-admin/core';
import { expect } from 'chai';
import { openData } from '../open-data.ts';

describe('The cities of the largest airports', () => {
  it('are the cities that they serve', async () => {
    const data = openData();
    const rows = readFileSync(join(import.meta.dirname, 'served-cities.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .flatMap((line) => line.split(';'));
    expect(rows.length).to.be.at.least(200);
    const wrong: string[] = [];
    for (const row of rows) {
      const [code, city] = [airportCodeIn(row.slice(0, 3)), row.slice(4)];
      const airport = code && (await data.airports.find(code))._unsafeUnwrap();
      if (airport?.location.city !== city) wrong.push(`${row}: ${airport?.location.city}`);
    }
    data.close();
    expect(wrong).to.deep.equal([]);
  });
});
