import { readFileSync } from 'node:fs';
import { err, ok, type Result } from '@ops-admin/core';
import type { Environment } from './environment.js';
import type { Variable } from './variable.js';

/** The variables that {@link readSecret} reads. */
export function secretVariables(name: string): Variable[] {
  return [{ name, isSecret: true }, { name: `${name}_FILE` }];
}

/**
 * A secret from the variable `name`, or from the file that the variable `<name>_FILE` names; `undefined` if neither is set.
 * White space around it is cut. Errors: the mistake, without the secret.
 */
export function readSecret(environment: Environment, name: string): Result<string | undefined, string> {
  const { [name]: secret, [`${name}_FILE`]: file } = environment;
  if (file === undefined) return ok(secret);
  if (secret !== undefined) return err(`${name} and ${name}_FILE exclude each other`);
  try {
    const read = readFileSync(file, 'utf8').trim();
    return read === '' ? err(`${name}_FILE is empty`) : ok(read);
  } catch (error) {
    // Without the path: if the two variables were mixed up, it is the secret.
    const code = error instanceof Error && 'code' in error ? error.code : error;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code}`;
    return err(`${name}_FILE names a file that ${why}`);
  }
}
