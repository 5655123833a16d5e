import type { Environment } from '@ops-admin/service';

/** Variables of earlier versions that kept a call from changing anything, and the option that does so now. */
const OPTIONS: Readonly<Record<string, string>> = { OPS_ATOMIC: '--atomic', OPS_DRY_RUN: '--dry-run' };
const OFF = /^(?:0|false|no|off)$/i;

/** Anyone who set one of these relied on it, so that no call must go on without (decision 9). */
export function mistakesOfGone(environment: Environment): string[] {
  return Object.entries(OPTIONS).flatMap(([name, option]) => {
    const value = environment[name];
    const isSet = value !== undefined && !OFF.test(value);
    return isSet ? [`${name} is no setting any more; write ${option}, and unset it`] : [];
  });
}
