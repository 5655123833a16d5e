/** The variables of the environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty `OPS_*` variable counts as not set, as in shells and compose files. */
export function withoutEmpty(given: Environment): Record<string, string | undefined> {
  const isSet = ([name, value = '']: [string, string | undefined]) =>
    !name.startsWith('OPS_') || value !== '';
  return Object.fromEntries(Object.entries(given).filter(isSet));
}
