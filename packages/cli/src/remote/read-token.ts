import { statSync } from 'node:fs';
import { err, ok, type Result } from '@ops-admin/core';
import { type Environment, readSecret } from '@ops-admin/service';
import { TOKEN_VARIABLES } from './server-option.js';

export interface GivenToken {
  readonly token: string;
  readonly variable: string;
  /** Warnings that do not stop the command. */
  readonly warnings: readonly string[];
}

/** Reads the token from its variable, or from the file that the other one names. Errors: the mistake, without the token. */
export function readToken(environment: Environment): Result<GivenToken, string> {
  const [name, fileName] = TOKEN_VARIABLES;
  return readSecret(environment, name).andThen((token) => {
    const file = environment[fileName];
    const variable = file === undefined ? name : fileName;
    if (token === undefined) {
      return err(`a service requires a token: set ${name}, or ${fileName} to the file that holds it`);
    }
    if (!/^[\x21-\x7e]+$/.test(token)) {
      return err(`${variable} holds white space, or characters that no token has`);
    }
    const isOpen = file !== undefined && mayOthersRead(file);
    return ok({
      token,
      variable,
      warnings: isOpen ? [`others can read the file in ${fileName}; run chmod 600 on it`] : [],
    });
  });
}

/** Only for a file of the user who runs this and can fix it: mounted secrets belong to the system. */
function mayOthersRead(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.uid === process.getuid?.() && (stats.mode & 0o077) !== 0;
}
