import type { AddressProvider, ProviderOptions } from './address-provider.js';
import { NominatimGeoLookup } from './nominatim-geo-lookup.js';

/** What is known of a kind of provider before anybody sets one up. */
export interface ProviderKind {
  readonly create: (options: ProviderOptions) => AddressProvider;
  /** Where its one public server is; unset where there are many, or using the public one wants a decision. */
  readonly url?: string;
  readonly key: 'required' | 'optional' | 'none';
  /** For how many seconds its terms let answers be kept; 0 for not at all. */
  readonly keepSeconds: number;
  /** Most requests a second that its public server wants, with the name of that server. */
  readonly publicLimit?: { readonly host: string; readonly requestsPerSecond: number };
}

/** The kinds of providers, as the configuration names them. */
export type ProviderKindName = 'nominatim';

const DAY = 86_400;

/** Every kind of provider, by the name it has in the configuration. See docs/providers.md for the terms. */
export const PROVIDER_KINDS: Readonly<Record<ProviderKindName, ProviderKind>> = {
  nominatim: {
    create: (options) => new NominatimGeoLookup(options),
    key: 'none',
    keepSeconds: 30 * DAY,
    publicLimit: { host: 'nominatim.openstreetmap.org', requestsPerSecond: 1 },
  },
};
