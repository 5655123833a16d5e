import { airportCodeIn, errAsync, Locate, parseAddress } from '@ops-admin/core';
import { InMemoryAirportDirectory, InMemoryGeoLookup } from '@ops-admin/core/fakes';
import { expect } from 'chai';

describe('airportCodeIn', () => {
  for (const [text, code] of Object.entries({
    JFK: 'JFK',
    jfk: 'JFK',
    EDDM: 'EDDM',
    eddm: 'EDDM',
    '7fa1': '7FA1',
    '1234': '1234',
  })) {
    it(`reads ${text}`, () => {
      expect(airportCodeIn(text)).to.equal(code);
    });
  }

  for (const text of [
    'Lima',
    'Goa',
    'Nice',
    'jFK',
    'JFk',
    '7Fa1',
    'JF',
    'JFKXX',
    'JF1',
    'J F',
    'ÄBC',
    'JFK ',
    'K-LM',
  ]) {
    it(`reads none in ${text}`, () => {
      expect(airportCodeIn(text)).to.equal(undefined);
    });
  }
});

describe('Locate', () => {
  const lima = { city: 'Lima', state: 'Lima Province', country: 'PE', lat: -12.06, long: -77.04 };
  const rome = { city: 'Rome', state: 'Lazio', country: 'IT', lat: 41.9, long: 12.5 };
  const wrong = { city: 'Wrong', state: '', country: '', lat: 0, long: 0 };
  const provider = new InMemoryGeoLookup({ Lima: lima, rome, MUC: wrong });
  const locate = new Locate(new InMemoryAirportDirectory(), provider);
  const locateText = (text: string) => locate.execute(parseAddress(text)._unsafeUnwrap());

  it('takes a code for an airport before the provider is asked', async () => {
    expect((await locateText('MUC'))._unsafeUnwrap().city).to.equal('Munich');
    expect((await locateText('eddm'))._unsafeUnwrap().city).to.equal('Munich');
  });

  it('asks the provider for a word that is no code', async () => {
    expect((await locateText('Lima'))._unsafeUnwrap()).to.deep.equal(lima);
  });

  it('asks the provider for a code that no airport has', async () => {
    expect((await locateText('rome'))._unsafeUnwrap()).to.deep.equal(rome);
  });

  it('finds nothing where neither knows the text', async () => {
    expect((await locateText('QQQ'))._unsafeUnwrapErr()).to.deep.equal({ type: 'location-not-found' });
  });

  it('passes on what went wrong with the airport database', async () => {
    const error = { type: 'store-unavailable', cause: 'gone' } as const;
    const broken = new Locate({ find: () => errAsync(error) }, provider);
    expect((await broken.execute(parseAddress('MUC')._unsafeUnwrap()))._unsafeUnwrapErr()).to.equal(error);
    expect((await broken.execute(parseAddress('Lima')._unsafeUnwrap())).isOk()).to.equal(true);
  });
});
