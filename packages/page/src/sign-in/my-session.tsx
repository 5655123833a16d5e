import type { VNode } from 'preact';
import { useLoad } from '../parts/load.js';
import { Chips, Facts, Time } from '../parts/texts.js';
import { nameOf } from '../users/person.js';
import { RoleBadge } from '../users/role-badge.js';
import { words } from '../words.js';
import type { Session } from './session.js';

export function MySession({ session }: { session: Session }): VNode {
  // The token can be renewed, and access can change.
  const { value = session } = useLoad('session', (service) => service.showSession());
  const { admin, expiresAt, permissions, reader, user } = value;
  return (
    <>
      <div class="head">
        <h1>{words.me.title}</h1>
        <p class="lead">{admin ? words.me.admin : reader ? words.me.reader : words.me.plain}</p>
      </div>
      <Facts
        of={[
          [
            words.me.as,
            <>
              {nameOf(user)} <RoleBadge of={admin ? 'admin' : reader ? 'reader' : undefined} />
            </>,
          ],
          [words.person.emails, user.emails.join(', ')],
          ...(expiresAt === null ? [] : [[words.users.until, <Time key="until" at={expiresAt} />] as const]),
          [words.permissions.title, permissions.length === 0 ? words.me.none : <Chips of={permissions} />],
        ]}
      />
    </>
  );
}
