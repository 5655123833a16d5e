export {
  type LookupCacheSettings,
  type LookupCacheUnusable,
  type OpenedLookupCache,
  openLookupCache,
} from './cache/open-lookup-cache.js';
export type { LookupCacheOptions } from './cache/sqlite-lookup-cache.js';
export {
  type Gateway,
  type GatewaySettings,
  type Geocoder,
  type LocalGeocoder,
  openGateway,
  type RemoteGeocoder,
} from './gateway/open-gateway.js';
export type { AddressProvider, ProviderOptions } from './providers/address-provider.js';
export { createProvider } from './providers/create-provider.js';
export type { ProviderKind, ProviderKindName } from './providers/provider-kinds.js';
