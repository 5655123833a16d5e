import { nearestName } from '@ops-admin/core/operations';
import type { Environment } from './environment.js';
import { AUTH_VARIABLES } from './read-auth.js';
import { CONFIG_VARIABLES } from './read-config.js';
import { geocoderVariables, isOfUnusedGeocoder } from './read-geocoders.js';

/**
 * A warning for each `OPS_*` variable that neither the configuration nor other code reads. Their values are not shown: they
 * can be secrets.
 */
export function warningsOfUnknown(environment: Environment, readElsewhere: readonly string[] = []): string[] {
  const variables = [...CONFIG_VARIABLES, ...AUTH_VARIABLES, ...geocoderVariables(environment)];
  const known = new Set([...variables.map(({ name }) => name), ...readElsewhere].sort());
  return Object.keys(environment)
    .filter((name) => name.startsWith('OPS_') && !known.has(name))
    .sort()
    .flatMap((name) => {
      if (isOfUnusedGeocoder(environment, name)) {
        // Without any order it is a mistake, and reported as such.
        const isMistake = environment.OPS_GEOCODERS === undefined;
        return isMistake ? [] : [`${name} has no effect: OPS_GEOCODERS does not name its provider`];
      }
      const nearest = nearestName(name, known, 'OPS_');
      return [`${name} is not a setting${nearest === undefined ? '' : `; did you mean ${nearest}?`}`];
    });
}
