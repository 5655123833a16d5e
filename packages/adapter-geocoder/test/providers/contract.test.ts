import { NominatimGeoLookup } from '@ops-admin/adapter-geocoder';
import { FOUND_LOCATION, type GeoLookupScenario, geoLookupContract } from '@ops-admin/core/testing';
import { localServers } from './local-servers.js';

describe('NominatimGeoLookup', () => {
  const servers = localServers();
  const found = {
    lat: String(FOUND_LOCATION.lat),
    lon: String(FOUND_LOCATION.long),
    address: { town: FOUND_LOCATION.city, county: FOUND_LOCATION.state, country_code: 'li' },
  };
  const answers: Record<GeoLookupScenario, [status: number, body: string]> = {
    found: [200, JSON.stringify([found])],
    'location-not-found': [200, '[]'],
    'quota-exceeded': [429, 'Too many requests'],
    'lookup-refused': [403, 'Access blocked'],
    'lookup-unavailable': [503, 'Query took too long to process.'],
  };

  geoLookupContract(async (scenario) => {
    const [status, body] = answers[scenario];
    const baseUrl = await servers.http((_, response) => response.writeHead(status).end(body));
    return new NominatimGeoLookup({ baseUrl, userAgent: 'ops-admin-test/1' });
  });
});
