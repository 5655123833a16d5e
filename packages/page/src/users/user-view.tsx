import type { VNode } from 'preact';
import { addressOf, addressWith, go, type PlaceQuery, usePlace } from '../address.js';
import { useDepartments } from '../departments/department-names.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import type { Data } from '../service.js';
import { words } from '../words.js';
import { AddDialog } from './add-dialog.js';
import { HeldPermissions } from './held-permissions.js';
import { nameOf } from './person.js';
import { RemoveDialog } from './remove-dialog.js';
import { UserTrail } from './user-trail.js';

/** A user, with all that is known of them. */
export type ShownUser = Data<'showUser'>;

/** What somebody is about to do, over the view of the user: `do` in the address names it. */
const DIALOGS: Readonly<
  Record<string, (props: { shown: ShownUser; query: PlaceQuery; onClose(): void }) => VNode>
> = {
  add: AddDialog,
  remove: RemoveDialog,
};

/** One user: who they are, what they may do and why, who can act as them, and what was changed. */
export function UserView(props: { id: string; canChange: boolean; query: PlaceQuery }): VNode {
  const { canChange, id, query } = props;
  const place = usePlace();
  const departments = useDepartments();
  const { problem, value } = useLoad(`user ${id}`, (service) => service.showUser({ userId: id }));
  if (!value) {
    return (
      <>
        <h1>{words.user.title}</h1>
        {problem ? <ProblemNote problem={problem} /> : <p class="quiet">{words.loading}</p>}
      </>
    );
  }
  const { admin, identities, user } = value;
  const department = departments.find((one) => one.id === user.departmentId);
  const Doing = canChange && query.do ? DIALOGS[query.do] : undefined;
  const close = () => go(addressWith(place, { do: undefined, what: undefined }), 'replace');
  return (
    <>
      <h1>{nameOf(user)}</h1>
      <ProblemNote problem={problem} />
      <section class="card">
        <p class="row">
          {!user.active && <strong class="badge">{words.users.inactive}</strong>}
          {admin && <strong class="badge">{words.user.admin}</strong>}
          <span>{user.emails.join(', ')}</span>
        </p>
        {user.departmentId !== null && (
          <p>
            {words.users.department}:{' '}
            <a href={addressOf('users', { department: user.departmentId })}>
              {department?.name ?? user.departmentId}
            </a>
          </p>
        )}
        <p class="quiet">
          {words.user.id} <code>{user._id}</code>
        </p>
      </section>
      <HeldPermissions shown={value} canChange={canChange} />
      <section class="card">
        <h2>{words.user.accounts}</h2>
        {identities.length === 0 && <p class="quiet">{words.user.noAccounts}</p>}
        <ul class="rows">
          {identities.map(({ issuer, subject }) => (
            <li key={issuer + subject}>
              <code>{subject}</code> <span class="quiet">{issuer}</span>
            </li>
          ))}
        </ul>
      </section>
      <UserTrail id={id} canChange={canChange} />
      {Doing && <Doing shown={value} query={query} onClose={close} />}
    </>
  );
}
