// The key file: this entry does not load jose.
export type { KeyEnd, KeyKind, KeyPair } from './key-file/held-keys.js';
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
} from './key-file/manage-keys.js';
export { type OpenKeyFileOptions, openKeyFile } from './key-file/open-key-file.js';
export { openPublicKeys } from './key-file/open-public-keys.js';
export type { KeyFile, KeyFileUnusable, SigningKeys } from './key-file/opened-keys.js';
