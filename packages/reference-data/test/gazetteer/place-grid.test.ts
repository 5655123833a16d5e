import { expect } from 'chai';
import { kilometresBetween, PlaceGrid } from '../../build/place-grid.ts';

describe('PlaceGrid', () => {
  const place = (name: string, country: string, lat: number, long: number) => ({ name, country, lat, long });
  const grid = new PlaceGrid([
    place('Basel', 'CH', 47.56, 7.57),
    place('Mulhouse', 'FR', 47.75, 7.34),
    place('Longyearbyen', 'NO', 78.22, 15.64),
    place('Suva', 'FJ', -18.14, 178.44),
  ]);
  const nearest = (country: string, lat: number, long: number) => grid.nearest({ country, lat, long })?.name;

  it('returns the nearest place in the country', () => {
    expect(nearest('FR', 47.59, 7.53)).to.equal('Mulhouse');
    expect(nearest('CH', 47.59, 7.53)).to.equal('Basel');
    expect(nearest('DE', 47.59, 7.53)).to.equal(undefined);
  });

  it('searches beyond the edge of a cell, and equally far at high latitudes', () => {
    expect(nearest('FJ', -17.99, 177.99)).to.equal('Suva');
    expect(nearest('NO', 78.25, 17.3)).to.equal('Longyearbyen');
  });

  it('finds no distant place', () => {
    expect(nearest('FR', 45, 5)).to.equal(undefined);
    expect(nearest('FJ', -16, 178.44)).to.equal(undefined);
  });

  it('measures across the date line', () => {
    expect(kilometresBetween({ lat: 0, long: 179.9 }, { lat: 0, long: -179.9 })).to.be.closeTo(22.2, 0.1);
    expect(kilometresBetween({ lat: 51.47, long: -0.45 }, { lat: 48.86, long: 2.35 })).to.be.closeTo(348, 5);
  });
});
