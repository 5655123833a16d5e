// For programs that have an Inversify container: nothing else here needs one.
export { lookupCacheModule } from './cache/lookup-cache-module.js';
export { gatewayModule } from './gateway/gateway-module.js';
