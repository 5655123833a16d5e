import type { AppContext } from '../app-context.js';

/** The methods of every route at the path of a request, once the router has seen it. */
export function routedMethods(ctx: AppContext): string[] {
  // The router leaves every layer whose path fits, whatever its method.
  const layers = (ctx.matched ?? []) as readonly { readonly methods: readonly string[] }[];
  return [...new Set(layers.flatMap((layer) => layer.methods))];
}
