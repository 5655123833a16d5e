import { type GeoLookupError, ok, type Result } from '@ops-admin/core';
import type { AddressProvider, ProviderOptions } from './address-provider.js';
import { GOOGLE } from './google.js';
import { LOCATIONIQ } from './locationiq.js';
import { MAPBOX } from './mapbox.js';
import { NOMINATIM } from './nominatim.js';
import { OPENCAGE } from './opencage.js';
import { PELIAS } from './pelias.js';
import { PHOTON } from './photon.js';
import type { ProviderForm } from './provider-form.js';
import type { ProviderKindName } from './provider-kinds.js';
import { ProviderServer } from './provider-server.js';
import { writeState, writeTown } from './write-names.js';

const FORMS: Readonly<Record<ProviderKindName, ProviderForm>> = {
  google: GOOGLE,
  locationiq: LOCATIONIQ,
  mapbox: MAPBOX,
  nominatim: NOMINATIM,
  opencage: OPENCAGE,
  pelias: PELIAS,
  photon: PHOTON,
};

/** A provider of a kind. */
export function createProvider(kind: ProviderKindName, options: ProviderOptions): AddressProvider {
  const { asked, parameters, path, placeIn, textOf } = FORMS[kind];
  const { key, language = 'en' } = options;
  const server = new ProviderServer(options, path, parameters(language, key));
  return {
    lookup: (address, signal) => {
      const text: Result<string, GeoLookupError> = textOf ? textOf(address) : ok(address);
      return text
        .asyncAndThen((sent) => server.ask({ [asked]: sent }, signal))
        .andThen(placeIn)
        .andThen((place) => writeState(place, options))
        .andThen((location) => writeTown(location, options));
    },
  };
}
