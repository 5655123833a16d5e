import { expect } from 'chai';
import { timeAgo } from '../dist/present/time-ago.js';

describe('How long ago a time was', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const cases: [time: string, expected: string | undefined][] = [
    ['2026-03-01T12:00:00.000Z', '0 s ago'],
    ['2026-03-01T11:59:00.001Z', '59 s ago'],
    ['2026-03-01T11:59:00.000Z', '1 min ago'],
    ['2026-03-01T09:00:00.000Z', '3 h ago'],
    ['2026-02-27T12:00:01.000Z', '47 h ago'],
    ['2026-02-27T12:00:00.000Z', '2 d ago'],
    ['2026-01-01T00:00:00.000Z', '59 d ago'],
    ['2025-12-31T00:00:00.000Z', undefined],
    ['2026-03-01T12:00:00.001Z', undefined],
  ];
  it('is in the unit that says enough, and no more after two months', () => {
    expect(cases.map(([time]) => timeAgo(time, now))).to.deep.equal(cases.map(([, expected]) => expected));
  });
});
