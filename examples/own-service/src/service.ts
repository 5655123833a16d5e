// What the service answers, over ports: main.ts opens a file, the test a database in memory.
import * as core from '@ops-admin/core';
import { type PermissionOperationsPorts, permissionOperations } from '@ops-admin/core/operations';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';

export type Ports = Omit<PermissionOperationsPorts & core.AccessOperationsPorts, 'policy'>;

export function createService(ports: Ports) {
  const policy = new core.AccessPolicy();
  const access = core.accessOperations({ ...ports, policy });
  const { changeOne } = permissionOperations({ ...ports, policy });
  const app = new Hono();

  // A route of your own: change it, and name the permission it asks for.
  app.get('/reports', guard(holderOf('service.reports.read')), (c) =>
    c.json({ reports: [], for: c.var.caller.userId }),
  );

  app.put('/permissions', guard(access.requireAdmin), bodyLimit({ maxSize: 64 * 1024 }), async (c) => {
    const { actor, userId } = c.var.caller;
    const changed = await core
      .parsePermissionChange(await c.req.json().catch(() => undefined))
      .asyncAndThen(({ action, permissions, userId: user }) =>
        // With `actor` the store asks once more, in the transaction that writes, whether they are an admin.
        changeOne({ action, permissions, user, origin: { actor: userId, source: 'embedded' }, actor }),
      );
    return changed.isOk() ? c.json(changed.value) : refusal(changed.error);
  });

  function holderOf(permission: string) {
    return (token: string) =>
      access
        .identify(token)
        .andThen((caller) =>
          caller.permissions.grants(permission)
            ? core.ok(caller)
            : core.err({ type: 'not-granted' as const, userId: caller.userId }),
        );
  }

  return app;
}

/** Stands before a route, and before its body is read: nothing behind it asks who calls. */
function guard<Caller extends core.Caller>(
  who: (token: string) => core.ResultAsync<Caller, core.RequireAdminError>,
) {
  return createMiddleware<{ Variables: { caller: Caller } }>(async (c, next) => {
    const caller = await core.readBearerToken(c.req.raw.headers).asyncAndThen(who);
    if (caller.isErr()) return refusal(caller.error);
    c.set('caller', caller.value);
    await next();
  });
}

const STATUSES: Readonly<Record<string, number>> = {
  'token-missing': 401,
  'invalid-token': 401,
  'not-granted': 403,
  'actor-refused': 403,
  'invalid-permission-change': 400,
  'too-many-permissions': 400,
  'user-not-found': 404,
  'no-admin-left': 409,
};

/** What a failure of ours holds is for the log alone. */
function refusal(error: { readonly type: string; readonly message?: string | undefined }): Response {
  const { message, type } = error;
  const status = STATUSES[type];
  if (status !== undefined) return Response.json({ error: { type, message } }, { status });
  console.error(error);
  return Response.json({ error: { type: 'server-error' } }, { status: 500 });
}
