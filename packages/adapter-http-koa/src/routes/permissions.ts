import type { ActorRefused, ObjectId, StoreUnavailable } from '@ops-admin/core';
import type { AppContext } from '../app-context.js';
import type { AppServices } from '../app-services.js';
import { authenticate, invalidToken } from '../middleware/authenticate.js';
import { jsonBody } from '../middleware/json-body.js';
import { notAnAdmin, type Refusal, requireAdmin } from '../middleware/require-admin.js';
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

const NO_RIGHT: Refusal = { status: 403, code: 'FORBIDDEN' };

/** `PUT /user/remove-permissions` (interface, "PUT /user/remove-permissions") and `PUT /user/add-permissions` (decision 5). */
export function permissionRoutes(router: AppRouter, services: AppServices): void {
  const { accessPolicy, changePermissions, identifyCaller, log } = services;
  const adminsWithBody = [
    authenticate(identifyCaller, 'UNAUTHORIZED'),
    requireAdmin(accessPolicy, NO_RIGHT),
    jsonBody(),
  ];

  const change = async (
    ctx: AppContext,
    action: 'add' | 'remove',
    { payload: { permissions, userId } }: PermissionsBody,
  ): Promise<void> => {
    const { caller, requestId } = ctx.state;
    const changed = await changePermissions.execute({
      action,
      orders: [{ user: userId, permissions }],
      origin: { actor: caller.userId, source: 'http', requestId },
      actor: { userId: caller.userId, mustHold: accessPolicy.adminPermission },
      keepAdmin: false,
    });
    if (changed.isErr()) return sendProblem(ctx, problemOf(changed.error));
    const { leavesNoAdmin, rows } = changed.value;
    if (rows[0]?.result === 'user-not-found') {
      return sendProblem(ctx, { status: 404, code: 'USER_NOT_FOUND', message: `There is no user ${userId}` });
    }
    if (leavesNoAdmin) log.warn({ requestId, userId }, 'the last admin is gone');
    ctx.body = presentPermissionsChanged(action === 'add' ? 'added' : 'removed');
  };

  router.put('/user/remove-permissions', ...adminsWithBody, async (ctx) => {
    const body = parseBody(REMOVE_PERMISSIONS_BODY, ctx.request.body);
    if (body.isErr()) return sendProblem(ctx, validationProblem(body.error));
    return change(ctx, 'remove', body.value);
  });

  router.put('/user/add-permissions', ...adminsWithBody, async (ctx) => {
    const body = parseBody(ADD_PERMISSIONS_BODY, ctx.request.body);
    if (body.isErr()) return sendProblem(ctx, validationProblem(body.error));
    return change(ctx, 'add', body.value);
  });
}

interface PermissionsBody {
  readonly payload: { readonly userId: ObjectId; readonly permissions: readonly string[] };
}

function problemOf(error: ActorRefused | StoreUnavailable): Problem | ServerFailure {
  switch (error.type) {
    case 'actor-refused':
      return error.reason === 'not-granted' ? notAnAdmin(NO_RIGHT) : invalidToken('UNAUTHORIZED');
    case 'store-unavailable':
      return storeFailure(error);
  }
}
