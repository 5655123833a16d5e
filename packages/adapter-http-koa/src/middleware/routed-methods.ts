import type { AppContext } from '../app-context.js';

interface Layer {
  readonly path: string;
  readonly methods: readonly string[];
}

/** The methods of every route at the path of a request, once the router has seen it; fixed paths come first. */
export function routedMethods(ctx: AppContext): string[] {
  const layers = isOfFixedPath(ctx) ? layersOf(ctx).filter(isFixed) : layersOf(ctx);
  return [...new Set(layers.flatMap((layer) => layer.methods))];
}

/** Whether a route without parameters is at the path of a request; then routes with parameters do not apply. */
export function isOfFixedPath(ctx: AppContext): boolean {
  return layersOf(ctx).some(isFixed);
}

function isFixed({ path }: Layer): boolean {
  return !path.includes(':');
}

/** The router gives every layer whose path matches, with any method. */
function layersOf(ctx: AppContext): readonly Layer[] {
  return (ctx.matched ?? []) as readonly Layer[];
}
