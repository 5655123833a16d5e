import {
  CLOCK,
  DEPARTMENT_REPOSITORY,
  draftOf,
  errAsync,
  ORGANISATION,
  okAsync,
  ResultAsync,
  USER_DIRECTORY,
} from '@ops-admin/core';
import type { Container } from 'inversify';
import type { CliError } from '../cli-error.js';
import type { Session } from '../command-context.js';
import { operatorAs } from '../operator.js';
import type { DemoTokens } from './demo-guide.js';
import { DEMO_ADMIN_ID, DEMO_DEPARTMENTS, DEMO_USER_ID, DEMO_USERS } from './demo-organisation.js';

/** How long the tokens of the demo are valid, in seconds. */
const TTL = 86_400;

/** Fills an empty database with the demo organisation, and makes its tokens. */
export function prepareDemo({ adapters, container }: Session): ResultAsync<DemoTokens, CliError> {
  return seed(container)
    .andThen(() => ResultAsync.fromSafePromise(adapters.auth()))
    .map(({ LOCAL_TOKEN_ISSUER }) => container.get(LOCAL_TOKEN_ISSUER))
    .andThen((issuer) =>
      ResultAsync.combine([issuer.issue(DEMO_ADMIN_ID, TTL), issuer.issue(DEMO_USER_ID, TTL)]),
    )
    .map(([adminToken, userToken]) => ({ adminToken, userToken }));
}

/**
 * A database that holds the demo already is left as it is; one that holds another organisation is refused, because the
 * demo's admin must not become an admin there.
 */
function seed(container: Container): ResultAsync<unknown, CliError> {
  const organisation = container.get(ORGANISATION);
  const users = container.get(USER_DIRECTORY).list();
  const departments = container.get(DEPARTMENT_REPOSITORY).list({ start: 0, end: 1 });
  return ResultAsync.combine([users, departments]).andThen(
    ([allUsers, newest]): ResultAsync<unknown, CliError> => {
      if (allUsers.some(({ id }) => id === DEMO_ADMIN_ID)) return okAsync(undefined);
      // Another process may be in the middle of this: departments of the demo alone are no other organisation.
      const isDemo = newest.departments.every(({ id }) => DEMO_DEPARTMENTS.some((own) => own.id === id));
      if (allUsers.length > 0 || !isDemo) {
        return errAsync({
          type: 'invalid-input',
          message: 'the database holds an organisation that is not the demo; name another file with --db',
        });
      }
      const draft = draftOf('set', [], operatorAs('import'), container.get(CLOCK));
      return organisation
        .importDepartments(DEMO_DEPARTMENTS)
        .andThen(() => organisation.importUsers(DEMO_USERS, draft));
    },
  );
}
