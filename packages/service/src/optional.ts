import type { Port } from '@ops-admin/core/ports';

/** A need of a binding that is `undefined` if nothing is bound. */
export function optional<T>(serviceIdentifier: Port<T>): {
  readonly serviceIdentifier: Port<T>;
  readonly optional: true;
} {
  return { serviceIdentifier, optional: true };
}
