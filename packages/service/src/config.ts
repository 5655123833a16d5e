// Facts about a configuration, without the libraries that read it, and texts as they are shown: this entry loads next to
// nothing.
export { shownLine, shownText } from '@ops-admin/core/operations';
export { type Environment, withoutEmpty } from './config/environment.js';
export { cacheFileOf, keyFileOf } from './config/files.js';
export { isMistypedUrl, isPostgresUrl, mayHoldPassword, shownPlace } from './config/shown-place.js';
export { MASK } from './config/without-secrets.js';
