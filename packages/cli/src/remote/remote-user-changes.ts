import { errAsync } from '@ops-admin/core';
import type { UserChangeOperations } from '../command-parts.js';
import type { RemoteSource } from './remote-source.js';
import { databaseRequired } from './server-option.js';

/** Changes of who users are, as a service makes them in the name of the token's user. */
export function remoteUserChanges(_: RemoteSource): UserChangeOperations {
  const refused = (what: string) => () => errAsync(databaseRequired(what));
  return {
    create: refused('users create'),
    update: refused('users update'),
    setActive: ({ active }) => errAsync(databaseRequired(`users ${active ? 'activate' : 'deactivate'}`)),
    setIdentity: ({ linked }) => errAsync(databaseRequired(`users ${linked ? 'link' : 'unlink'}`)),
    erase: refused('users erase'),
  };
}
