import type { AppContext } from './app-context.js';

/** Answers a request; `segments` are the parts of its path where the route has parameters, in their order and as they were sent. */
export type Serve = (ctx: AppContext, segments: readonly string[]) => Promise<void> | void;

/** Paths that are alike but for their parameters, and what is served there. */
interface Place {
  readonly path: string;
  /** How log and metrics name it: `/user/:userId`. */
  readonly route: string;
  /** Fits its paths, and gives their segments. */
  readonly pattern: RegExp;
  readonly serves: Map<string, Serve>;
}

/** What is at the path of a request. */
export interface FoundRoute {
  readonly route: string;
  readonly segments: readonly string[];
  /** `undefined` where the path does not take the method. */
  readonly serve: Serve | undefined;
  /** Those that the path takes. */
  methods(): string[];
}

/**
 * What is served where. A path without parameters is no place for a route that has some (decision 11): `/user/{userId}` does not take
 * what `/user/remove-permissions` refuses. A slash at the end of a path makes no difference.
 */
export class Routes {
  readonly #fixed = new Map<string, Place>();
  readonly #withParameters: Place[] = [];

  /** Serves a method at a path, whose parameters are in braces; what was added before goes first. */
  add(method: 'get' | 'post' | 'put', path: string, serve: Serve): void {
    const { serves } =
      this.#fixed.get(path) ?? this.#withParameters.find((one) => one.path === path) ?? this.#begin(path);
    for (const name of method === 'get' ? ['HEAD', 'GET'] : [method.toUpperCase()]) {
      if (!serves.has(name)) serves.set(name, serve);
    }
  }

  /** `undefined` where nothing is at the path. */
  find(method: string, path: string): FoundRoute | undefined {
    const places = this.#placesAt(path);
    const place = places.find(({ serves }) => serves.has(method)) ?? places[0];
    if (!place) return undefined;
    return {
      route: place.route,
      segments: place.pattern.exec(path)?.slice(1) ?? [],
      serve: place.serves.get(method),
      methods: () => [...new Set(places.flatMap(({ serves }) => [...serves.keys()]))],
    };
  }

  #placesAt(path: string): readonly Place[] {
    const fixed = this.#fixed.get(path.endsWith('/') ? path.slice(0, -1) : path);
    return fixed ? [fixed] : this.#withParameters.filter(({ pattern }) => pattern.test(path));
  }

  #begin(path: string): Place {
    const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[^\w/-]/g, '\\$&'));
    const place = {
      path,
      route: path.replace(/\{(\w+)\}/g, ':$1'),
      pattern: new RegExp(`^${parts.join('([^/]+)')}/?$`),
      serves: new Map<string, Serve>(),
    };
    if (parts.length === 1) this.#fixed.set(path, place);
    else this.#withParameters.push(place);
    return place;
  }
}
