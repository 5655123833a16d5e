// For programs with an Inversify container; the main entry needs none.
export { lookupCacheModule } from './cache/lookup-cache-module.js';
export { gatewayModule } from './gateway/gateway-module.js';
