import type { ObjectId, Permission } from '@ops-admin/core';
import { permissionSetOf } from '@ops-admin/core/adapter';
import type { Connection } from './postgres-database.js';

const USERS_PER_PAGE = 200;
const NEXT = {
  name: 'next-sets',
  text: `select id, permissions from users where id > $1 and permissions <> '[]' order by id limit ${USERS_PER_PAGE}`,
};

/** Whether anybody except these users is an admin; reads users page by page, and seldom more than one page. */
export async function findsAdminBeside(
  connection: Pick<Connection, 'query'>,
  users: ReadonlySet<ObjectId>,
  adminPermission: Permission,
): Promise<boolean> {
  for (let last = ''; ; ) {
    const rows = await connection.query<{ id: ObjectId; permissions: string }>({ ...NEXT, values: [last] });
    const isFound = rows.some(
      ({ id, permissions }) => !users.has(id) && permissionSetOf(permissions).grants(adminPermission),
    );
    if (isFound || rows.length < USERS_PER_PAGE) return isFound;
    last = rows.at(-1)?.id ?? '';
  }
}
