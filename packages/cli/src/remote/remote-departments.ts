import type { DepartmentOperations } from '@ops-admin/core/operations';
import type { RemoteSource } from './remote-source.js';
import type { ServiceFailed } from './service-failed.js';
import { wholePage } from './whole-page.js';

/** Departments, as a service shows them. */
export function remoteDepartments({ connection }: RemoteSource): DepartmentOperations<ServiceFailed> {
  return {
    list: ({ start = 0, end = 0 } = {}) =>
      connection.read((client) =>
        client
          .listDepartments({ start, end })
          .andThen(wholePage('departments', start, end || Number.POSITIVE_INFINITY)),
      ),
    hierarchy: () => connection.read((client) => client.showDepartmentHierarchy()),
  };
}
