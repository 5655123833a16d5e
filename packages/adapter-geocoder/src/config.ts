// What reads a configuration asks no provider: this entry loads nothing that could.
export { PROVIDER_KINDS, type ProviderKind, type ProviderKindName } from './providers/provider-kinds.js';
