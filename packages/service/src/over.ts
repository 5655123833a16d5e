import type { Port } from '@ops-admin/core/ports';
import type { optional } from './optional.js';

type Need<T> = Port<T> | ReturnType<typeof optional<T>>;

/** The ports that operations are made over, by the names under which they take them. */
export type Needs<Ports> = { readonly [Name in keyof Ports]-?: Need<Exclude<Ports[Name], undefined>> };

/** For `toResolvedValue`: what makes operations of their ports, and the tokens of those in the same order. */
export function over<Ports, Made>(
  make: (ports: Ports) => Made,
  needs: Needs<Ports>,
): [factory: (...ports: unknown[]) => Made, tokens: Need<unknown>[]] {
  const names = Object.keys(needs);
  return [
    (...ports) => make(Object.fromEntries(names.map((name, n) => [name, ports[n]])) as Ports),
    Object.values<Need<unknown>>(needs),
  ];
}
