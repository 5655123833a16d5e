import { type DepartmentPage, parseDepartmentRange } from '@ops-admin/core';
import type { AppServices } from '../app-services.js';
import { authenticate } from '../middleware/authenticate.js';
import { requireAdmin } from '../middleware/require-admin.js';
import { revalidation } from '../middleware/revalidation.js';
import {
  type DepartmentPageJson,
  presentDepartmentHierarchy,
  presentDepartmentPage,
} from '../present/department.js';
import { sendProblem, storeFailure, validationProblem } from '../present/problem.js';
import type { AppRouter } from './app-router.js';

/** The two department reads (interface, "GET /department/list/{start}/{end}"; decision 4). */
export function departmentRoutes(router: AppRouter, services: AppServices): void {
  const { accessPolicy, identifyCaller, listDepartments, showDepartmentHierarchy } = services;
  const adminsRead = [
    authenticate(identifyCaller, 'UNAUTHORIZED'),
    // 401, where others say 403: the interface wants it so here.
    requireAdmin(accessPolicy, { status: 401, code: 'UNAUTHORIZED' }),
    revalidation(),
  ];

  // A store that gives the very same page again says that nothing has changed.
  const presented = new WeakMap<DepartmentPage, DepartmentPageJson>();

  router.get('/department/list/:start/:end', ...adminsRead, async (ctx) => {
    const { start = '', end = '' } = ctx.params;
    const range = parseDepartmentRange(start, end);
    if (range.isErr()) {
      const message = `${range.error.bound} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`;
      return sendProblem(ctx, validationProblem(message));
    }
    const page = await listDepartments.execute(range.value);
    if (page.isErr()) return sendProblem(ctx, storeFailure(page.error));
    const body = presented.get(page.value) ?? presentDepartmentPage(page.value);
    presented.set(page.value, body);
    ctx.body = body;
  });

  router.get('/department/hierarchy', ...adminsRead, async (ctx) => {
    const hierarchy = await showDepartmentHierarchy.execute();
    if (hierarchy.isErr()) return sendProblem(ctx, storeFailure(hierarchy.error));
    ctx.body = presentDepartmentHierarchy(hierarchy.value);
  });
}
