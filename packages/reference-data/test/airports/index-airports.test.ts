import { expect } from 'chai';
import type { OfficialAirport } from '../../build/airports/clean-airport.ts';
import { indexAirports } from '../../build/airports/index-airports.ts';

describe('indexAirports', () => {
  const airport = (city: string, given: Partial<OfficialAirport>): OfficialAirport => ({
    iata: '',
    icao: '',
    icaoIsOfficial: false,
    prominence: 0,
    isLarge: false,
    isScheduled: false,
    name: '',
    municipality: city,
    region: '',
    location: { city, state: '', country: 'NZ', lat: 0, long: 0 },
    ...given,
  });

  const owner = (code: string, airports: OfficialAirport[]) =>
    indexAirports(airports).byCode.get(code)?.location.city;

  it('assigns a code to the only airport that claims it', () => {
    const anama = airport('Anama', { iata: 'AAA', icao: 'NZAN' });
    expect(owner('AAA', [anama])).to.equal('Anama');
    expect(owner('NZAN', [anama])).to.equal('Anama');
  });

  const contests: [string, string, Partial<OfficialAirport>, Partial<OfficialAirport>][] = [
    [
      'a code to the airport ICAO assigned it to, though another is more prominent',
      'NZAN',
      { icao: 'NZAN', icaoIsOfficial: true },
      { icao: 'NZAN', prominence: 9 },
    ],
    [
      'an unofficial code to the more prominent airport',
      'NZAN',
      { icao: 'NZAN', prominence: 9 },
      { icao: 'NZAN', prominence: 8 },
    ],
    [
      'an IATA code to the more prominent airport, no matter which has an official ICAO code',
      'AAA',
      { iata: 'AAA', prominence: 9 },
      { iata: 'AAA', icao: 'NZAN', icaoIsOfficial: true },
    ],
  ];
  for (const [title, code, winner, loser] of contests) {
    it(`assigns ${title}, in any order`, () => {
      const both = [airport('winner', winner), airport('loser', loser)];
      expect(owner(code, both)).to.equal('winner');
      expect(owner(code, both.reverse())).to.equal('winner');
    });
  }

  it('assigns a code to the first of equals', () => {
    const equals = [airport('first', { iata: 'AAA' }), airport('second', { iata: 'AAA' })];
    expect(owner('AAA', equals)).to.equal('first');
  });

  it('keeps the other code of an airport that loses one', () => {
    const airports = [
      airport('big', { iata: 'AAA', prominence: 1 }),
      airport('small', { iata: 'AAA', icao: 'NZAN' }),
    ];
    expect(owner('NZAN', airports)).to.equal('small');
  });

  it('orders the codes', () => {
    const airports = [
      airport('z', { iata: 'ZZZ', icao: 'AAAA' }),
      airport('b', { iata: 'BBB', icao: '7FA1' }),
    ];
    expect([...indexAirports(airports).byCode.keys()]).to.deep.equal(['7FA1', 'AAAA', 'BBB', 'ZZZ']);
  });

  it('counts the codes, and the airports that have one', () => {
    const airports = [
      airport('both', { iata: 'AAA', icao: 'NZAN', prominence: 1 }),
      airport('icao alone', { icao: '7FA1' }),
      airport('loses its only code', { iata: 'AAA' }),
    ];
    expect(indexAirports(airports).counts).to.deep.equal({ airports: 2, iataCodes: 1, icaoCodes: 2 });
  });
});
