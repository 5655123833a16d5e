export { lookupCacheModule } from './cache/lookup-cache-module.js';
export {
  type LookupCacheSettings,
  type LookupCacheUnusable,
  type OpenedLookupCache,
  openLookupCache,
} from './cache/open-lookup-cache.js';
export type { LookupCacheOptions } from './cache/sqlite-lookup-cache.js';
export { gatewayModule } from './gateway/gateway-module.js';
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
export { PROVIDER_KINDS, type ProviderKind, type ProviderKindName } from './providers/provider-kinds.js';
