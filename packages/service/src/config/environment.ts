/** The variables of the environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `OPS_*` variables lose carriage returns and outer spaces, as files of variables that were written on Windows have them. An empty one counts
 * as not set, as in shells and compose files.
 */
export function withoutEmpty(given: Environment): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (!name.startsWith('OPS_')) return [[name, value]];
      const trimmed = value?.replaceAll('\r', '').trim() ?? '';
      return trimmed === '' ? [] : [[name, trimmed]];
    }),
  );
}
