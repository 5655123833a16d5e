// What reads a configuration asks no provider: this entry loads nothing that could.
export * from './providers/provider-kinds.js';
