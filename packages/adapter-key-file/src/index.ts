export type { KeyKind, KeyPair } from './held-keys.js';
export * from './hmac-audit-sealer.js';
export * from './key-file-module.js';
export * from './manage-keys.js';
export {
  type KeyFile,
  type KeyFileUnusable,
  type OpenKeyFileOptions,
  openKeyFile,
  type SigningKeys,
} from './open-key-file.js';
