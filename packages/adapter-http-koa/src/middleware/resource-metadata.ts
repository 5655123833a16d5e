import type { AppContext } from '../app-context.js';
import { requestOrigin } from '../request-origin.js';

/** Where clients learn that tokens come from (RFC 9728). */
export interface ProtectedResource {
  /** The OAuth issuer, as `iss` in its tokens. */
  readonly issuer: string;
  /**
   * The URL where clients reach the app, without a slash at the end, such as `https://ops.example.org`. Required if a proxy
   * ends TLS, or if the app is mounted below a path. The origin of each request by default.
   */
  readonly publicUrl?: string | undefined;
}

/** The path of the metadata, below the public URL. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Names the metadata in `WWW-Authenticate` (RFC 9728, section 5.1), if their address for the caller is known. */
export function nameMetadata(ctx: AppContext, { publicUrl }: ProtectedResource): void {
  const challenge = ctx.response.get('WWW-Authenticate');
  const resource = publicUrl ?? requestOrigin(ctx);
  if (!challenge.startsWith('Bearer') || resource === undefined) return;
  const gap = challenge === 'Bearer' ? ' ' : ', ';
  ctx.set('WWW-Authenticate', `${challenge}${gap}resource_metadata="${resource}${METADATA_PATH}"`);
}
