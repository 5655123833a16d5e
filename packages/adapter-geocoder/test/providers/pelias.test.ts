import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { resultOf } from './ask-provider.ts';
import { PELIAS, peliasAnswer } from './fixtures/pelias.ts';

describe('Pelias', () => {
  const servers = localServers();

  const foundIn = async (properties: object) => {
    const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [9.5, 47.1] } };
    return (await resultOf(servers, PELIAS, { status: 200, body: peliasAnswer([feature]) }))._unsafeUnwrap();
  };

  const names = ['locality', 'localadmin', 'borough', 'county'];
  for (const [rank, name] of names.entries()) {
    it(`reads the city from ${name} before ${names.slice(rank + 1).join(', ') || 'none'}`, async () => {
      const properties = Object.fromEntries(names.slice(rank).map((key) => [key, `the ${key}`]));
      expect(await foundIn({ name: 'else', ...properties })).to.have.property('city', `the ${name}`);
    });
  }

  it('reads the country from its code of two letters, otherwise from that of three', async () => {
    const vienna = { locality: 'Vienna' };
    expect(await foundIn({ ...vienna, country_code: 'at', country_a: 'DEU' })).to.have.property(
      'country',
      'AT',
    );
    expect(await foundIn({ ...vienna, country_a: 'AUT' })).to.have.property('country', 'AT');
    expect(await foundIn({ ...vienna, country_a: 'XXX' })).to.have.property('country', '');
  });

  for (const layer of ['county', 'region', 'country']) {
    it(`finds nothing in a ${layer}, which is larger than a town`, async () => {
      const properties = { layer, county: 'Oberland', country_a: 'LIE' };
      const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [9.5, 47.1] } };
      const result = await resultOf(servers, PELIAS, { status: 200, body: peliasAnswer([feature]) });
      expect(result._unsafeUnwrapErr()).to.deep.equal({ type: 'location-not-found' });
    });
  }

  const layers = {
    venue: 'address',
    street: 'street',
    postalcode: 'postcode',
    borough: 'district',
    localadmin: 'town',
  };
  for (const [layer, precision] of Object.entries(layers)) {
    it(`calls a ${layer} ${precision}`, async () => {
      expect(await foundIn({ layer, locality: 'Vaduz' })).to.have.property('precision', precision);
    });
  }

  const complaint = async (body: unknown) =>
    (await resultOf(servers, PELIAS, { status: 400, body }))._unsafeUnwrapErr();

  it('reports an unknown location where nothing of the address is left', async () => {
    const error = await complaint(peliasAnswer([], ["invalid param 'text': text length, must be >0"]));
    expect(error).to.deep.equal({ type: 'location-not-found' });
  });

  it('is refused for a parameter that the server reports as wrong', async () => {
    const error = await complaint(peliasAnswer([], ["'nowhere' is an invalid layers parameter."]));
    expect(error).to.have.property('type', 'lookup-refused');
  });

  for (const body of ['<h1>Bad Request</h1>', {}, { geocoding: {} }, { geocoding: { errors: [42] } }]) {
    it(`is unavailable for the 400 ${JSON.stringify(body)} that is not its own`, async () => {
      expect(await complaint(body)).to.deep.equal({
        type: 'lookup-unavailable',
        reason: 'status 400',
        mayBeAddress: true,
      });
    });
  }

  it('is unavailable when its index takes too long', async () => {
    const reply = { status: 408, body: peliasAnswer([], ['Request Timeout after 5000ms']) };
    expect((await resultOf(servers, PELIAS, reply))._unsafeUnwrapErr()).to.deep.equal({
      type: 'lookup-unavailable',
      reason: 'status 408',
    });
  });
});
