import { type Address, parseAddress } from '@ops-admin/core';
import { InMemoryRegionNames } from '@ops-admin/testing';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { askProvider, replying, resultOf } from './ask-provider.ts';
import { MAPBOX } from './fixtures/mapbox.ts';
import { foundBy } from './fixtures/provider-fixture.ts';

describe('Mapbox', () => {
  const servers = localServers();

  const foundIn = async (properties: object) => {
    const coordinates = { longitude: 9.5, latitude: 47.1 };
    const body = MAPBOX.answer([{ properties: { coordinates, ...properties } }]);
    return (await resultOf(servers, MAPBOX, { status: 200, body }))._unsafeUnwrap();
  };

  it('reads the city from the context before the name', async () => {
    const place = { feature_type: 'locality', name: 'Malbun', context: { place: { name: 'Triesenberg' } } };
    expect(await foundIn(place)).to.have.property('city', 'Triesenberg');
  });

  for (const type of ['place', 'locality']) {
    it(`uses the name of a ${type} as the city where the context has none`, async () => {
      expect(await foundIn({ feature_type: type, name: 'Malbun', context: {} })).to.include({
        city: 'Malbun',
      });
    });
  }

  for (const type of ['district', 'region', 'country']) {
    it(`finds nothing in a ${type}, which is larger than a town`, async () => {
      const properties = {
        feature_type: type,
        name: 'Bavaria',
        coordinates: { longitude: 9.5, latitude: 47.1 },
      };
      const body = MAPBOX.answer([{ properties }]);
      const error = (await resultOf(servers, MAPBOX, { status: 200, body }))._unsafeUnwrapErr();
      expect(error).to.deep.equal({ type: 'location-not-found' });
    });
  }

  const precisions = { street: 'street', address: 'address', neighborhood: 'district', postcode: 'postcode' };
  for (const [type, precision] of Object.entries(precisions)) {
    it(`reads the city of a ${type} from its locality or district, not from its name`, async () => {
      const found = (context: object) => foundIn({ feature_type: type, name: 'Städtle', context });
      expect(await found({})).to.include({ city: '', precision });
      expect(await found({ district: { name: 'Oberland' } })).to.include({ city: 'Oberland' });
      const both = { locality: { name: 'Malbun' }, district: { name: 'Oberland' } };
      expect(await found(both)).to.include({ city: 'Malbun', precision });
    });
  }

  it('reads the state from the code of the region', async () => {
    const regions = new InMemoryRegionNames({ 'DE-BY': 'Bavaria' });
    const stateWith = async (code: unknown) => {
      const region = { name: 'Bayern', region_code_full: code };
      const coordinates = { longitude: 9.5, latitude: 47.1 };
      const context = { region, place: { name: 'Dachau' } };
      const body = MAPBOX.answer([{ properties: { coordinates, context } }]);
      const baseUrl = await replying(servers, { status: 200, body });
      return (await askProvider(MAPBOX, baseUrl, { regions }))._unsafeUnwrap().state;
    };
    expect(await stateWith('DE-BY')).to.equal('Bavaria');
    for (const odd of ['DE-XX', 4, null]) expect(await stateWith(odd)).to.equal('Bayern');
  });

  describe('requested', () => {
    const textsFor = async (address: string) => {
      const texts: (string | null)[] = [];
      const baseUrl = await servers.http((request, response) => {
        texts.push(new URL(request.url ?? '', baseUrl).searchParams.get('q'));
        response.end(JSON.stringify(foundBy(MAPBOX).body));
      });
      const result = await askProvider(MAPBOX, baseUrl, { address: parseAddress(address)._unsafeUnwrap() });
      return { texts, result };
    };
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

    it('an address with semicolons sends commas', async () => {
      const { texts, result } = await textsFor('Städtle 37; Vaduz;Liechtenstein');
      expect(texts).to.deep.equal(['Städtle 37, Vaduz,Liechtenstein']);
      expect(result.isOk()).to.equal(true);
    });

    const short: Record<string, string> = {
      '20 words': words(20),
      '256 characters': 'x'.repeat(256),
      'words of other scripts': '東京都千代田区 '.repeat(20),
    };
    for (const [what, address] of Object.entries(short)) {
      it(`${what} sends them`, async () => {
        const { texts } = await textsFor(address);
        expect(texts).to.deep.equal([address.trim()]);
      });
    }

    const long: Record<string, string> = {
      '21 words': words(21),
      '21 words with commas alone': words(21).replaceAll(' ', ','),
      '257 characters': 'x'.repeat(257),
      'the longest address there is': '🗼'.repeat(512),
    };
    for (const [what, address] of Object.entries(long)) {
      it(`${what} sends nothing and leaves it to the next provider`, async () => {
        const { texts, result } = await textsFor(address);
        expect(texts).to.deep.equal([]);
        expect(result._unsafeUnwrapErr()).to.deep.equal({
          type: 'lookup-unavailable',
          reason: 'the address is longer than Mapbox takes',
          mayBeAddress: true,
        });
      });
    }
  });

  for (const status of [400, 422]) {
    it(`is unavailable for a ${status}, which the address may cause`, async () => {
      const reply = { status, body: { message: 'Query too long - 34/20 tokens' } };
      const error = (await resultOf(servers, MAPBOX, reply))._unsafeUnwrapErr();
      expect(error).to.deep.equal({
        type: 'lookup-unavailable',
        reason: `status ${status}`,
        mayBeAddress: true,
      });
    });
  }

  it('sends an invalid Address also without a semicolon', async () => {
    const urls: (string | undefined)[] = [];
    const baseUrl = await servers.http((request, response) => {
      urls.push(request.url);
      response.end();
    });
    await askProvider(MAPBOX, baseUrl, { address: ';a%3Bb;' as Address });
    expect(urls[0]).to.match(/q=%2Ca%253Bb%2C$/);
  });
});
