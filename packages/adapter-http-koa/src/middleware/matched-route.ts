import type { AppContext } from '../app-context.js';

/**
 * The pattern of the route that took a request, such as `/geo-locations/address/:address`, once it has been answered. It
 * stands for the path, which may hold an address.
 */
export function matchedRoute(ctx: AppContext): string | undefined {
  const { _matchedRoute: matched } = ctx as { readonly _matchedRoute?: unknown };
  return typeof matched === 'string' ? matched : undefined;
}
