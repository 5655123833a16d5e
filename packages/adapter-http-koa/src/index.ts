export * from './app-context.js';
export * from './app-services.js';
export { isSafeUrl } from './auth/load-key-set.js';
export * from './auth/local-keys.js';
export * from './auth/local-token-issuer.js';
export * from './auth/local-token-verifier.js';
export * from './auth/provider-keys.js';
export * from './auth/provider-token-verifier.js';
export {
  type JwtPolicy,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
  tokenType,
} from './auth/verify-jwt.js';
export * from './create-app.js';
export * from './http-module.js';
export * from './http-server.js';
export * from './memory-rate-limiter.js';
export * from './present/department.js';
export * from './schemas/describe-issue.js';
export * from './schemas/parsed-by.js';
