import type { Environment } from '@ops-admin/service';
import { isSwitchedOn } from './read-environment.js';

/** Variables of earlier versions that kept a call from changing anything, and the option that does so now. */
const OPTIONS: Readonly<Record<string, string>> = { OPS_ATOMIC: '--atomic', OPS_DRY_RUN: '--dry-run' };

/**
 * Those that are set, each with what to do. The person who set one relied on it, so no call continues without it (decision
 * 9).
 */
export function goneVariables(environment: Environment): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(OPTIONS).flatMap(([name, option]) => {
      return isSwitchedOn(environment[name])
        ? [[name, `${name} is no longer a setting; write ${option}, and unset it`] as const]
        : [];
    }),
  );
}
