// For reading a configuration: this entry loads no code that asks providers.
export { isNextAsked } from './gateway/is-next-asked.js';
export { PROVIDER_KINDS, type ProviderKind, type ProviderKindName } from './providers/provider-kinds.js';
