export type { KeyKind, KeyPair } from './held-keys.js';
export { HmacAuditSealer } from './hmac-audit-sealer.js';
export { addKeys, type ListedKey, listKeys, type NoNewerKey, rotateKeys } from './manage-keys.js';
export {
  type KeyFile,
  type KeyFileUnusable,
  type OpenKeyFileOptions,
  openKeyFile,
  type SigningKeys,
} from './open-key-file.js';
