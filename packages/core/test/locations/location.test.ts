import type { Location } from '@ops-admin/core';
import { createLocation } from '@ops-admin/core/adapter';
import { expect } from 'chai';

describe('createLocation', () => {
  const vaduz: Location = { city: 'Vaduz', state: 'Oberland', country: 'LI', lat: 47.1, long: 9.5 };

  it('accepts a point on earth', () => {
    expect(createLocation(vaduz)._unsafeUnwrap()).to.deep.equal(vaduz);
  });

  it('writes the country in upper case', () => {
    expect(createLocation({ ...vaduz, country: 'li' })._unsafeUnwrap().country).to.equal('LI');
  });

  it('uses an empty text for unknown members, and accepts the limits of coordinates', () => {
    for (const edge of [
      { city: 'x'.repeat(200), state: '🙂'.repeat(200) },
      { city: '', state: '', country: '' },
      { lat: 90, long: 180 },
      { lat: -90, long: -180 },
      { lat: 0, long: 180 },
    ]) {
      expect(createLocation({ ...vaduz, ...edge }).isOk(), JSON.stringify(edge)).to.equal(true);
    }
  });

  const refused: Partial<Location>[] = [
    { lat: 90.0001 },
    { lat: 0, long: 0 },
    { lat: -91 },
    { lat: Number.NaN },
    { lat: Number.POSITIVE_INFINITY },
    { long: 180.0001 },
    { long: -181 },
    { long: Number.NaN },
    { city: 'x'.repeat(201) },
    { state: 'x'.repeat(900_000) },
    { country: 'LIE' },
    { country: 'L' },
    { country: 'L1' },
    { country: 'LI\n' },
  ];
  for (const wrong of refused) {
    it(`refuses ${Object.entries(wrong).join().slice(0, 20)}`, () => {
      const { type, reason } = createLocation({ ...vaduz, ...wrong })._unsafeUnwrapErr();
      expect(type).to.equal('invalid-location');
      expect(reason).to.match(new RegExp(`^${Object.keys(wrong)} is not `));
    });
  }
});
