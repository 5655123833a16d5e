import type { AddressProvider, ProviderOptions } from './address-provider.js';
import { GoogleGeoLookup } from './google-geo-lookup.js';
import { LocationiqGeoLookup } from './locationiq-geo-lookup.js';
import { MapboxGeoLookup } from './mapbox-geo-lookup.js';
import { NominatimGeoLookup } from './nominatim-geo-lookup.js';
import { OpencageGeoLookup } from './opencage-geo-lookup.js';
import { PeliasGeoLookup } from './pelias-geo-lookup.js';
import { PhotonGeoLookup } from './photon-geo-lookup.js';
import type { ProviderKindName } from './provider-kinds.js';
import { writeTown } from './write-names.js';

const CLASSES: Readonly<Record<ProviderKindName, new (options: ProviderOptions) => AddressProvider>> = {
  google: GoogleGeoLookup,
  locationiq: LocationiqGeoLookup,
  mapbox: MapboxGeoLookup,
  nominatim: NominatimGeoLookup,
  opencage: OpencageGeoLookup,
  pelias: PeliasGeoLookup,
  photon: PhotonGeoLookup,
};

/** A provider of a kind. */
export function createProvider(kind: ProviderKindName, options: ProviderOptions): AddressProvider {
  const provider = new CLASSES[kind](options);
  return {
    lookup: (address, signal) =>
      provider.lookup(address, signal).andThen((location) => writeTown(location, options)),
  };
}
