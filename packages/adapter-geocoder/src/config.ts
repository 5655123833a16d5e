// What reads a configuration asks no provider: this entry loads nothing that could.
export { isNextAsked } from './gateway/is-next-asked.js';
export { PROVIDER_KINDS, type ProviderKind, type ProviderKindName } from './providers/provider-kinds.js';
