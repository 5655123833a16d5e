import type { Environment } from '@ops-admin/service';
import { isSwitchedOn } from './read-environment.js';

/** Variables that would keep a call from changing anything, or from changing half; only an option does that. */
const OPTIONS: Readonly<Record<string, string>> = { OPS_ATOMIC: '--atomic', OPS_DRY_RUN: '--dry-run' };

/**
 * Those that are set, each with what to do. The person who set one relied on it, so no call continues without it.
 */
export function goneVariables(environment: Environment): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(OPTIONS).flatMap(([name, option]) => {
      return isSwitchedOn(environment[name])
        ? [[name, `${name} is not a setting; write ${option}, and unset it`] as const]
        : [];
    }),
  );
}
