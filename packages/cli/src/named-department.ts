import { type Department, errAsync, okAsync, parseObjectId, type ResultAsync } from '@ops-admin/core';
import { foldKey } from '@ops-admin/core/operations';
import { type CliError, invalidInput } from './cli-error.js';
import type { CommandParts } from './command-parts.js';

/**
 * Finds the department that an argument names: by id, else by code, else by a name that one department has; case is ignored. It
 * reads all departments. Errors: `not-found`, and `invalid-input` for a name that several have.
 */
export function namedDepartment(
  departments: CommandParts['departments'],
  text: string,
): ResultAsync<Department, CliError> {
  const folded = foldKey(text);
  const isSame = (other = '') => foldKey(other) === folded;
  return departments.list({ details: true }).andThen(({ departments: all }) => {
    const byId = all.filter(({ _id }) => isSame(_id));
    // An id never names another department with such a code or name.
    const others = parseObjectId(text).isOk()
      ? []
      : [all.filter(({ code }) => code !== '' && isSame(code)), all.filter(({ name }) => isSame(name))];
    const found = [byId, ...others].find((some) => some.length > 0) ?? [];
    const [only, ...more] = found;
    if (only && more.length === 0) return okAsync<Department, CliError>(only);
    const name = JSON.stringify(text);
    return errAsync<Department, CliError>(
      only
        ? invalidInput(
            `several departments are called ${name}; name one by its id: ${found.map(({ _id }) => _id).join(', ')}`,
          )
        : { type: 'not-found', message: `no department has the id, the code or the name ${name}; ${LIST}` },
    );
  });
}

const LIST = 'list them with "ops-admin departments list"';

/** Returns the id of the department that an option names, if it is given. Errors: `invalid-input`. */
export function departmentGiven(
  departments: CommandParts['departments'],
  text: string | undefined,
  option = '--department',
): ResultAsync<string | undefined, CliError> {
  if (text === undefined) return okAsync(undefined);
  return namedDepartment(departments, text)
    .map(({ _id }) => _id)
    .mapErr((error) =>
      error.type === 'not-found' || error.type === 'invalid-input'
        ? invalidInput(`${option}: ${error.message}`)
        : error,
    );
}
