import type { Answer, Changed, Client } from '@ops-admin/client';
import type {
  ChangeDepartmentError,
  Department,
  DepartmentChanged,
  ObjectId,
  ResultAsync,
} from '@ops-admin/core';
import type { DepartmentChanges } from '@ops-admin/core/operations';
import type { RemoteSource } from './remote-source.js';
import type { ServiceFailed } from './service-failed.js';

/** How a change is made. */
type How = Parameters<DepartmentChanges['delete']>[0];

/**
 * Changes of departments, as a service makes them in the name of the token's user. Departments are named by their ids. What its answer
 * does not say is worked out from the department before and after.
 */
export function remoteDepartmentChanges({ connection }: RemoteSource): DepartmentChanges<ServiceFailed> {
  const send = <T>(
    { dryRun }: Pick<How, 'dryRun'>,
    ask: (client: Client) => Answer<T>,
  ): ResultAsync<T, ServiceFailed> => (dryRun ? connection.read(ask) : connection.change(ask));

  const changeOne = (
    input: How,
    ask: (
      client: Client,
      seen: { readonly departmentId: string; readonly ifMatch: string | undefined },
    ) => Answer<{ readonly department?: Department } & Changed>,
    done: 'updated' | 'deleted',
  ): ResultAsync<DepartmentChanged, ChangeDepartmentError<ServiceFailed>> => {
    const { asSeen: ifMatch, department: departmentId, dryRun } = input;
    const seen = { departmentId, ifMatch };
    return connection
      .read((client) => client.showDepartment({ departmentId }))
      .andThen(({ department: { children: _, users: __, ...before } }) =>
        send(input, (client) => ask(client, seen)).map(({ department: after, entry }): DepartmentChanged => {
          const isChange = dryRun ? !after || isOther(before, after) : entry !== undefined;
          return {
            result: isChange ? done : 'unchanged',
            department: { ...before, ...after },
            ...(entry !== undefined && { entryId: entry }),
          };
        }),
      )
      .mapErr((error): ChangeDepartmentError<ServiceFailed> => {
        if (error.code === 'NOT_FOUND') return { type: 'department-not-found', department: departmentId };
        return error.code === 'PRECONDITION_FAILED'
          ? { type: 'department-outdated', department: departmentId as ObjectId }
          : error;
      });
  };

  return {
    create: ({ code, description, manager: managerId, name, parent: parentId, ...input }) =>
      send(input, (client) =>
        client.createDepartment({ name, description, code, parentId, managerId, ...howOf(input) }),
      ).map(({ department, entry }) => ({
        result: 'created' as const,
        department: { code: '', ...department },
        ...(entry !== undefined && { entryId: entry }),
      })),
    update: ({ code, description, manager: managerId, name, parent: parentId, ...input }) =>
      changeOne(
        input,
        (client, seen) =>
          client.updateDepartment({ ...seen, name, description, code, parentId, managerId, ...howOf(input) }),
        'updated',
      ),
    delete: (input) =>
      changeOne(input, (client, seen) => client.deleteDepartment({ ...seen, ...howOf(input) }), 'deleted'),
  };
}

function howOf({ dryRun, origin: { reason } }: Pick<How, 'dryRun' | 'origin'>) {
  return { dryRun, reason };
}

/** Whether a change leaves another record; each change has another time. */
function isOther({ updatedAt: _, ...before }: Department, { updatedAt: __, ...after }: Department): boolean {
  const members = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof typeof before)[]);
  return [...members].some((one) => JSON.stringify(before[one]) !== JSON.stringify(after[one]));
}
