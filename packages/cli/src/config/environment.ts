/** The variables of the environment, by name. */
export type Environment = Record<string, string | undefined>;

/** Variables of options that are either given or not. */
const SWITCHES = [
  'OPS_ALL_USERS',
  'OPS_ATOMIC',
  'OPS_AUDIT_OLDEST_FIRST',
  'OPS_DEMO',
  'OPS_DRY_RUN',
  'OPS_EFFECTIVE',
  'OPS_FORCE',
  'OPS_JSON',
  'OPS_NO_CACHE',
  'OPS_YES',
];
const OFF = /^(?:0|false|no|off)$/i;

/**
 * The environment as the command takes it: an empty `OPS_*` variable is one that is not set, as shells and compose files
 * have it, and so is a switch that says 0, false, no or off.
 */
export function readEnvironment(environment: Environment): Environment {
  const isSet = ([name, value = '']: [string, string | undefined]) =>
    !name.startsWith('OPS_') || (value !== '' && !(SWITCHES.includes(name) && OFF.test(value)));
  return Object.fromEntries(Object.entries(environment).filter(isSet));
}
