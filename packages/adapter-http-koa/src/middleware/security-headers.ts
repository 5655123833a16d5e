import type { AppMiddleware } from '../app-context.js';
import { SECURITY_HEADERS } from '../present/security-headers.js';

/** Sets {@link SECURITY_HEADERS}; routes may loosen them. */
export function securityHeaders(): AppMiddleware {
  return (ctx, next) => {
    ctx.set({ ...SECURITY_HEADERS });
    return next();
  };
}
