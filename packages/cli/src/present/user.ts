import type { User } from '@ops-admin/core';

/** A user as `import users` takes one. */
export function presentUser({ id, emails, personalInformation, permissions, identities }: User): object {
  return { _id: id, emails, personalInformation, permissions: [...permissions], identities };
}
