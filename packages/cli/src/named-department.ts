import { type Department, errAsync, okAsync, type ResultAsync } from '@ops-admin/core';
import { departmentNamed } from '@ops-admin/core/operations';
import { type CliError, invalidInput } from './cli-error.js';
import type { CommandParts } from './command-parts.js';

/** Finds the department that an argument names. Errors: `not-found`, and `invalid-input` for a name that several have. */
export function namedDepartment(
  departments: CommandParts['departments'],
  text: string,
): ResultAsync<Department, CliError> {
  return departmentNamed(departments, text).orElse((error) => {
    const name = JSON.stringify(text);
    switch (error.type) {
      case 'department-not-found':
        return errAsync<Department, CliError>({
          type: 'not-found',
          message: `no department has the id, the code or the name ${name}; ${LIST}`,
        });
      case 'ambiguous-department':
        return errAsync<Department, CliError>(
          invalidInput(
            `several departments are called ${name}; name one by its id: ${error.candidates.join(', ')}`,
          ),
        );
      default:
        return errAsync<Department, CliError>(error);
    }
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
