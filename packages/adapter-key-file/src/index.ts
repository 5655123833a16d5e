export type { KeyKind, KeyPair } from './held-keys.js';
export {
  addKeys,
  type KeyInUse,
  type KeyNotFound,
  type ListedKey,
  listKeys,
  listPublicKeys,
  type NoNewerKey,
  newestSealingKey,
  type PublicKeySet,
  rotateKeys,
  withdrawKey,
} from './manage-keys.js';
export {
  type KeyFile,
  type KeyFileUnusable,
  type OpenKeyFileOptions,
  openKeyFile,
  type SigningKeys,
} from './open-key-file.js';
export { openPublicKeys } from './open-public-keys.js';
