// What the service answers, over ports: main.ts opens a file, the test a database in memory.
import * as core from '@ops-admin/core';
import {
  type AnswerableError,
  httpStatusOf,
  type PermissionOperationsPorts,
  permissionOperations,
} from '@ops-admin/core/operations';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';

export type Ports = Omit<PermissionOperationsPorts & core.AccessOperationsPorts, 'policy'>;

export function createService(ports: Ports) {
  const policy = new core.AccessPolicy();
  const access = core.accessOperations({ ...ports, policy });
  const { changeOne } = permissionOperations({ ...ports, policy });
  const app = new Hono();
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.notFound(() => problem(404, 'not-found'));

  // A route of your own: change it, and name the permission that it requires.
  app.get('/reports', guard(core.requirePermission(access, 'service.reports.read')), (c) =>
    c.json({ reports: [], for: c.var.caller.userId }),
  );

  app.put('/permissions', guard(access.requireAdmin), bodyAtMost(64 * 1024), async (c) => {
    const { actor, userId } = c.var.caller;
    const changed = await core
      .parsePermissionChange(await c.req.json().catch(() => undefined))
      .asyncAndThen(({ reason, userId: user, ...change }) =>
        // With `actor` the store checks again, in the transaction that writes, that the caller is an admin.
        changeOne({ ...change, user, origin: { actor: userId, source: 'embedded', reason }, actor }),
      );
    return changed.isOk() ? c.json(changed.value) : refusal(changed.error);
  });

  return app;
}

/** Stands before a route, and before its body is read: operations do not check callers. */
function guard<Caller extends core.Caller>(
  check: (token: string) => core.ResultAsync<Caller, core.RequireAdminError>,
) {
  return createMiddleware<{ Variables: { caller: Caller } }>(async (c, next) => {
    const caller = await core.readBearerToken(c.req.raw.headers).asyncAndThen(check);
    if (caller.isErr()) return refusal(caller.error);
    c.set('caller', caller.value);
    await next();
  });
}

const bodyAtMost = (maxSize: number) => bodyLimit({ maxSize, onError: () => problem(413, 'body-too-large') });

/** Details of a failure of the service go to the log alone. */
function refusal(error: AnswerableError): Response {
  const status = httpStatusOf(error);
  if (status < 500) return problem(status, error.type, 'message' in error ? error.message : undefined);
  console.error(error);
  return problem(status, 'server-error');
}

function problem(status: number, type: string, message?: string): Response {
  return Response.json({ error: { type, message } }, { status });
}
