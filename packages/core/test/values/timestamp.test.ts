import { newBatchName, parseTimestamp, timestampOf } from '@ops-admin/core';
import { expect } from 'chai';

describe('Timestamp', () => {
  const taken = {
    '2026-01-02T03:04:05.006Z': '2026-01-02T03:04:05.006Z',
    '2026-01-02T03:04:05Z': '2026-01-02T03:04:05.000Z',
    '2026-01-02T03:04:05.1Z': '2026-01-02T03:04:05.100Z',
    '2026-01-02T03:04:05.006999Z': '2026-01-02T03:04:05.006Z',
    '2026-01-01T00:30:00+01:00': '2025-12-31T23:30:00.000Z',
    '2026-01-01T00:30:00+0100': '2025-12-31T23:30:00.000Z',
    '2024-02-29T00:00:00.000Z': '2024-02-29T00:00:00.000Z',
  };
  for (const [text, canonical] of Object.entries(taken)) {
    it(`reads ${text}`, () => {
      expect(parseTimestamp(text)._unsafeUnwrap()).to.equal(canonical);
    });
  }

  const refused = [
    '',
    '2026-01-02',
    '2026-01-02T03:04:05',
    '2026-01-02 03:04:05Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-02T25:00:00Z',
    '2026-01-02T03:61:00Z',
    '+012026-01-02T03:04:05Z',
    '9999-12-31T23:59:59-23:00',
    'yesterday',
    // Date reads this one.
    '+002026-01-02T03:04:05Z',
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(parseTimestamp(text)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-timestamp', text });
    });
  }

  it('writes nothing for an invalid date or one past the year 9999', () => {
    expect(timestampOf(new Date(Number.NaN))._unsafeUnwrapErr()).to.deep.equal({
      type: 'invalid-timestamp',
      text: 'Invalid Date',
    });
    expect(timestampOf(new Date(Date.UTC(10000, 0))).isErr()).to.equal(true);
    expect(timestampOf(new Date(Date.UTC(-1, 0))).isErr()).to.equal(true);
  });

  it('is the present of a clock, and throws for an invalid clock', () => {
    const from = (clock: Date) => newBatchName(() => clock);
    expect(from(new Date(Date.UTC(2026, 10, 21, 10, 30, 45)))).to.match(/^20261121T103045-/);
    expect(() => from(new Date(Number.NaN))).to.throw(RangeError, 'years 0000 to 9999, not Invalid Date');
    expect(() => from(new Date(Date.UTC(10000, 0)))).to.throw(RangeError, '+010000-01-01');
  });
});
