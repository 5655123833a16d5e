import type { IsAdmin, ObjectId, PermissionSet } from '@ops-admin/core';
import type { Connection } from './postgres-database.js';
import { permissionSetOf } from './user-row.js';

interface UserSetRow {
  readonly id: ObjectId;
  readonly permissions: string;
}

const PAGE = 200;
const NEXT = {
  name: 'next-sets',
  text: `select id, permissions from users where id > $1 and permissions <> '[]' order by id limit ${PAGE}`,
};

/** Looks for admins, user by user, and seldom reads more than a few: it begins where it found one the last time. */
export class AdminSearch {
  readonly #connection: Pick<Connection, 'query'>;
  /** The sets that the transaction has changed already, and not written yet. */
  readonly #changed: ReadonlyMap<ObjectId, PermissionSet>;
  readonly #read: UserSetRow[] = [];
  #isAllRead = false;
  #start = 0;

  constructor(
    connection: Pick<Connection, 'query'>,
    changed: ReadonlyMap<ObjectId, PermissionSet> = new Map(),
  ) {
    this.#connection = connection;
    this.#changed = changed;
  }

  /** Whether anybody but one is an admin. */
  async findsBeside(userId: ObjectId | undefined, isAdmin: IsAdmin): Promise<boolean> {
    const isOther = ({ id, permissions }: UserSetRow): boolean =>
      id !== userId && isAdmin(this.#changed.get(id) ?? permissionSetOf(permissions));
    for (let index = this.#start; await this.#has(index); index++) {
      if (this.#finds(index, isOther)) return true;
    }
    for (let index = 0; index < this.#start; index++) if (this.#finds(index, isOther)) return true;
    // Who held nothing before was not read.
    return [...this.#changed].some(([id, set]) => id !== userId && isAdmin(set));
  }

  #finds(index: number, isOther: (row: UserSetRow) => boolean): boolean {
    const row = this.#read[index];
    if (!row || !isOther(row)) return false;
    this.#start = index;
    return true;
  }

  async #has(index: number): Promise<boolean> {
    if (index >= this.#read.length && !this.#isAllRead) {
      const rows = await this.#connection.query<UserSetRow>({
        ...NEXT,
        values: [this.#read.at(-1)?.id ?? ''],
      });
      this.#read.push(...rows);
      this.#isAllRead = rows.length < PAGE;
    }
    return index < this.#read.length;
  }
}
