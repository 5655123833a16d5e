/** The properties of a kind of provider without settings. */
export interface ProviderKind {
  /** The URL of its one public server; missing if there are many, or if using the public one needs a decision. */
  readonly url?: string;
  readonly key: 'required' | 'optional' | 'none';
  /** How many seconds its terms allow answers to be kept; 0 means not at all. */
  readonly keepSeconds: number;
  /** Whether it takes several languages, as in Accept-Language; otherwise a plain tag such as `en`. */
  readonly takesLanguages?: true;
  /** The requests a second that its public servers allow, by the names of the servers. */
  readonly publicLimit?: { readonly hosts: readonly string[]; readonly requestsPerSecond: number };
}

/** The kinds of providers, as the configuration names them. */
export type ProviderKindName =
  | 'google'
  | 'locationiq'
  | 'mapbox'
  | 'nominatim'
  | 'opencage'
  | 'pelias'
  | 'photon';

const DAY_SECONDS = 86_400;

/** Every kind of provider, by its name in the configuration. See docs/locations.md for the terms. */
export const PROVIDER_KINDS: Readonly<Record<ProviderKindName, ProviderKind>> = {
  google: {
    url: 'https://maps.googleapis.com',
    key: 'required',
    keepSeconds: 0,
  },
  locationiq: {
    url: 'https://us1.locationiq.com/v1',
    key: 'required',
    keepSeconds: 2 * DAY_SECONDS,
    takesLanguages: true,
    publicLimit: { hosts: ['us1.locationiq.com', 'eu1.locationiq.com'], requestsPerSecond: 2 },
  },
  mapbox: {
    url: 'https://api.mapbox.com',
    key: 'required',
    keepSeconds: 0,
  },
  nominatim: {
    key: 'none',
    keepSeconds: 30 * DAY_SECONDS,
    takesLanguages: true,
    publicLimit: { hosts: ['nominatim.openstreetmap.org'], requestsPerSecond: 1 },
  },
  opencage: {
    url: 'https://api.opencagedata.com',
    key: 'required',
    keepSeconds: 30 * DAY_SECONDS,
  },
  pelias: {
    key: 'optional',
    keepSeconds: 30 * DAY_SECONDS,
  },
  photon: {
    key: 'none',
    keepSeconds: 30 * DAY_SECONDS,
    publicLimit: { hosts: ['photon.komoot.io'], requestsPerSecond: 1 },
  },
};
