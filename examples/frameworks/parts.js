// The parts that the programs in this folder share: copy this file with the program for your framework.
import { openTokens } from '@ops-admin/adapter-auth-jose';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import * as core from '@ops-admin/core';
import { departmentOperations, httpStatusOf, permissionOperations } from '@ops-admin/core/operations';

const clock = () => new Date();
const policy = new core.AccessPolicy();
const { trailSigner, signing } = core.orThrow(openKeyFile('ops-admin.keys.json'));
const sqlite = core.orThrow(openSqlite({ file: 'ops-admin.db' }));
const { permissions: store } = sqlite.sealedBy(trailSigner);
const { audit, users } = sqlite;
const { verifier: tokens } = openTokens({ type: 'local', keys: signing, clock });

const access = core.accessOperations({ tokens, users, store, policy });
const departments = departmentOperations(sqlite);
const operations = permissionOperations({ store, audit, users, clock, policy });

/**
 * The admin who sends a request. Ask this first: nothing below asks who calls.
 * @param {core.RequestHeaders} request
 */
export const adminOf = (request) =>
  core.readBearerToken(request).asyncAndThen((token) => access.requireAdmin(token));

/**
 * The right of the admin is judged again in the transaction that writes.
 * @param {core.Admin} admin
 * @param {any} body
 */
export const removePermissions = ({ actor, userId }, body) =>
  core
    .parsePermissionChange({ ...body, action: 'remove' })
    .asyncAndThen(({ reason, userId: user, ...change }) =>
      operations.changeOne({
        ...change,
        user,
        origin: { actor: userId, source: 'embedded', reason },
        actor,
      }),
    );

/** The newest first. */
export const listDepartments = () => departments.list();

/** Ends what was opened; to be called when the last request is answered. */
export const close = () => sqlite.close();

/**
 * Returns status and body of an answer. Details of a failure of the service go to the log alone.
 * @param {core.Result<unknown, import('@ops-admin/core/operations').AnswerableError>} result
 */
export function answerTo(result) {
  if (result.isOk()) return { status: 200, body: result.value };
  const { error } = result;
  const status = httpStatusOf(error);
  if (status >= 500) console.error(error);
  const body =
    status >= 500
      ? { type: 'server-error' }
      : { type: error.type, ...('message' in error && { message: error.message }) };
  return { status, body: { error: body } };
}
