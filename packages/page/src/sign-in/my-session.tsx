import type { VNode } from 'preact';
import { useLoad } from '../parts/load.js';
import { Chips, Time } from '../parts/texts.js';
import { nameOf } from '../users/person.js';
import { words } from '../words.js';
import type { Session } from './session.js';

/** Who is signed in, and what they may do. */
export function MySession({ session }: { session: Session }): VNode {
  // The token may have been renewed, and rights may have changed.
  const { value = session } = useLoad('session', (service) => service.showSession());
  const { admin, expiresAt, permissions, reader, user } = value;
  return (
    <>
      <h1>{words.me.title}</h1>
      <section class="card">
        <h2>{nameOf(user)}</h2>
        <p>{user.emails.join(', ')}</p>
        <p>{admin ? words.me.admin : reader ? words.me.reader : words.me.plain}</p>
        {expiresAt !== null && (
          <p class="quiet">
            {words.me.until} <Time at={expiresAt} />
          </p>
        )}
      </section>
      <section class="card">
        <h2>{words.me.permissions}</h2>
        {permissions.length === 0 ? <p>{words.me.none}</p> : <Chips of={permissions} />}
      </section>
    </>
  );
}
