import { type DepartmentOperations, isDepartmentFound } from '@ops-admin/core/jobs';
import type { RemoteSource } from './remote-source.js';
import type { ServiceFailed } from './service-failed.js';

/** Departments, as a service lists them. */
export function remoteDepartments({ connection }: RemoteSource): DepartmentOperations<ServiceFailed> {
  return {
    list: ({ limit, search } = {}) =>
      connection
        // The interface has no search of departments; an end of 0 means no upper bound.
        .read((client) => client.listDepartments({ start: 0, end: search === undefined ? (limit ?? 0) : 0 }))
        .map(({ departments }) =>
          departments
            .filter((one) => search === undefined || isDepartmentFound({ ...one, id: one._id }, search))
            .slice(0, limit),
        ),
    tree: () =>
      connection.read((client) => client.showDepartmentHierarchy()).map(({ departments }) => departments),
  };
}
