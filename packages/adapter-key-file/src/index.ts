export * from './hmac-audit-sealer.js';
export * from './key-file-module.js';
export * from './open-key-file.js';
