// What the programs beside it share: copy it with the one of your framework.
import { openTokens } from '@ops-admin/adapter-auth-jose';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import * as core from '@ops-admin/core';
import { departmentOperations, permissionOperations } from '@ops-admin/core/operations';

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
    .asyncAndThen(({ action, permissions, userId: user }) =>
      operations.changeOne({
        action,
        user,
        permissions,
        origin: { actor: userId, source: 'embedded' },
        actor,
      }),
    );

/** The newest first. */
export const listDepartments = () => departments.list();

/** Ends what was opened; to be called when the last request is answered. */
export const close = () => sqlite.close();

/** @type {Record<string, number>} */
const STATUSES = {
  'token-missing': 401,
  'invalid-token': 401,
  'not-granted': 403,
  'actor-refused': 403,
  'invalid-permission-change': 400,
  invalid: 400,
  'user-not-found': 404,
  'no-admin-left': 409,
};

/**
 * What is answered. What a failure of ours holds is for the log alone.
 * @param {core.Result<unknown, { readonly type: string, readonly message?: string }>} result
 */
export function answerTo(result) {
  if (result.isOk()) return { status: 200, body: result.value };
  const { message, type } = result.error;
  const status = STATUSES[type] ?? 500;
  if (status === 500) console.error(result.error);
  return { status, body: { error: status === 500 ? { type: 'server-error' } : { type, message } } };
}
