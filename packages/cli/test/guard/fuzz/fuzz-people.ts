import type { AuditAction } from '@ops-admin/core';

/** As much as is read of an entry. */
export interface Entry {
  readonly id: number;
  readonly action: AuditAction;
  readonly members?: readonly string[];
  readonly requestId?: string;
  readonly source: string;
  readonly userId: string | null;
}

/** A user as lists and answers show them. */
export interface Person {
  readonly _id: string;
  readonly [member: string]: unknown;
}

/** Who a user is; what they hold is compared with the trail by `db check`, and so is who can act as them. */
const MEMBERS = ['emails', 'personalInformation', 'departmentId', 'active'];

/** The members that an entry may have changed. */
function changedBy({ action, members = [] }: Entry): readonly string[] {
  if (action === 'create' || action === 'erase') return MEMBERS;
  if (action === 'activate' || action === 'deactivate') return ['active'];
  return action === 'update' ? members : [];
}

/**
 * Goes through the entries of each user, from who they were to who they are: between two answers that show a user, nothing
 * of them is different but what the entries in between name. `shown` has users by the entry whose answer showed them.
 */
export function flawsOfPeople(
  before: readonly Person[],
  after: readonly Person[],
  entries: readonly Entry[],
  shown: ReadonlyMap<number, Person>,
): string[] {
  const flaws: string[] = [];
  for (const userId of new Set([...before, ...after].map(({ _id }) => _id))) {
    const isThat = ({ _id }: Person) => _id === userId;
    let known = before.find(isThat);
    let named = new Set<string>();
    const compare = (next: Person | undefined, when: string) => {
      for (const member of MEMBERS) {
        const [was, is] = [known, next].map((one) => JSON.stringify(one?.[member]));
        if (was !== is && !named.has(member))
          flaws.push(`${member} of ${userId} became ${is}, and was ${was}: ${when}`);
      }
      [known, named] = [next, new Set()];
    };
    for (const entry of entries.filter((one) => one.userId === userId)) {
      for (const member of changedBy(entry)) named.add(member);
      const next = shown.get(entry.id);
      if (next || entry.action === 'erase') compare(next, `entry ${entry.id}, ${entry.action}`);
    }
    compare(after.find(isThat), 'the end');
  }
  return flaws;
}
