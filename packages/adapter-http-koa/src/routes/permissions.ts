import type { ChangeOrigin, Result, StoreUnavailable, UserNotFound } from '@ops-admin/core';
import type { AppContext } from '../app-context.js';
import type { AppServices } from '../app-services.js';
import { authenticate } from '../middleware/authenticate.js';
import { jsonBody } from '../middleware/json-body.js';
import { requireAdmin } from '../middleware/require-admin.js';
import { presentPermissionsChanged } from '../present/permissions-changed.js';
import {
  type Problem,
  type ServerFailure,
  sendProblem,
  storeFailure,
  validationProblem,
} from '../present/problem.js';
import { parseBody } from '../schemas/parse-body.js';
import { ADD_PERMISSIONS_BODY, REMOVE_PERMISSIONS_BODY } from '../schemas/permission-change.js';
import type { AppRouter } from './app-router.js';

/** The two changes of permissions (interface, "PUT /user/remove-permissions"; decision 5). */
export function permissionRoutes(router: AppRouter, services: AppServices): void {
  const { accessPolicy, addPermissions, identifyCaller, log, removePermissions } = services;
  const adminsWithBody = [
    authenticate(identifyCaller, 'UNAUTHORIZED'),
    requireAdmin(accessPolicy, { status: 403, code: 'FORBIDDEN' }),
    jsonBody(),
  ];

  router.put('/user/remove-permissions', ...adminsWithBody, async (ctx) => {
    const body = parseBody(REMOVE_PERMISSIONS_BODY, ctx.request.body);
    if (body.isErr()) return sendProblem(ctx, validationProblem(body.error));
    const { userId, permissions } = body.value.payload;
    const removed = await removePermissions.execute(userId, permissions, originOf(ctx));
    if (removed.isOk() && removed.value.leavesNoAdmin) {
      log.warn({ requestId: ctx.state.requestId, userId }, 'the last admin is gone');
    }
    sendChange(ctx, removed, 'removed');
  });

  router.put('/user/add-permissions', ...adminsWithBody, async (ctx) => {
    const body = parseBody(ADD_PERMISSIONS_BODY, ctx.request.body);
    if (body.isErr()) return sendProblem(ctx, validationProblem(body.error));
    const { userId, permissions } = body.value.payload;
    sendChange(ctx, await addPermissions.execute(userId, permissions, originOf(ctx)), 'added');
  });
}

function originOf({ state: { caller, requestId } }: AppContext): ChangeOrigin {
  return { actor: caller.userId, source: 'http', requestId };
}

function sendChange(
  ctx: AppContext,
  changed: Result<unknown, UserNotFound | StoreUnavailable>,
  done: 'added' | 'removed',
): void {
  if (changed.isErr()) sendProblem(ctx, problemOf(changed.error));
  else ctx.body = presentPermissionsChanged(done);
}

function problemOf(error: UserNotFound | StoreUnavailable): Problem | ServerFailure {
  switch (error.type) {
    case 'user-not-found':
      return { status: 404, code: 'USER_NOT_FOUND', message: `There is no user ${error.user}` };
    case 'store-unavailable':
      return storeFailure(error);
  }
}
