import type { Environment } from '@ops-admin/service';

/** Variables of earlier versions that kept a call from changing anything, and the option that does so now. */
const OPTIONS: Readonly<Record<string, string>> = { OPS_ATOMIC: '--atomic', OPS_DRY_RUN: '--dry-run' };
const OFF = /^(?:0|false|no|off)$/i;

/** Those of them that are set, each with what to do: anyone who set one relied on it, so that no call goes on without (decision 9). */
export function goneVariables(environment: Environment): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(OPTIONS).flatMap(([name, option]) => {
      const value = environment[name];
      const isSet = value !== undefined && !OFF.test(value);
      return isSet ? [[name, `${name} is no setting any more; write ${option}, and unset it`] as const] : [];
    }),
  );
}
