import { err, type UnknownDepartment } from '@ops-admin/core';
import type { DepartmentOperations } from '@ops-admin/core/operations';
import type { RemoteSource } from './remote-source.js';
import type { ServiceFailed } from './service-failed.js';
import { wholePage } from './whole-page.js';

/** Departments, as a service shows them. */
export function remoteDepartments({ connection }: RemoteSource): DepartmentOperations<ServiceFailed> {
  return {
    list: ({ details, end = 0, start = 0 } = {}) =>
      connection.read((client) =>
        client
          .listDepartments({ start, end, details })
          .andThen(wholePage('departments', start, end || Number.POSITIVE_INFINITY)),
      ),
    hierarchy: ({ details } = {}) => connection.read((client) => client.showDepartmentHierarchy({ details })),
    find: (departmentId) =>
      connection
        .read((client) => client.showDepartment({ departmentId }))
        .map(({ department, etag = '' }) => ({ department, version: etag }))
        .orElse((error) => {
          const missing: UnknownDepartment = { type: 'department-not-found', department: departmentId };
          return err(error.code === 'NOT_FOUND' ? missing : error);
        }),
  };
}
