import { createProvider, type ProviderOptions } from '@ops-admin/adapter-geocoder';
import {
  type Address,
  type FoundLocation,
  type GeoLookupError,
  parseAddress,
  type Result,
} from '@ops-admin/core';

export const ADDRESS: Address = parseAddress('Städtle 37, Vaduz')._unsafeUnwrap();

/** One place as Nominatim gives it, and {@link LOCATION} the location in it. */
export const PLACE = {
  lat: '-12.5',
  lon: '130.8510670',
  address: { city: 'Darwin', state: 'Northern Territory', country_code: 'au' },
};

export const LOCATION: FoundLocation = {
  city: 'Darwin',
  state: 'Northern Territory',
  country: 'AU',
  lat: -12.5,
  long: 130.851067,
  source: 'nominatim',
  precision: 'town',
};

/** Looks {@link ADDRESS} up at the server at `baseUrl`. */
export async function aLookup(
  baseUrl: URL,
  { address = ADDRESS, ...options }: Partial<ProviderOptions> & { address?: Address } = {},
): Promise<Result<FoundLocation, GeoLookupError>> {
  return createProvider('nominatim', {
    baseUrl,
    userAgent: 'ops-admin-test/1',
    timeoutMs: 5000,
    ...options,
  }).lookup(address);
}
