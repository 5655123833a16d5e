import type { VNode } from 'preact';
import { addressOf, addressWith, go, type PlaceQuery, textsIn, usePlace } from '../address.js';
import { departmentName, useDepartments } from '../departments/department-names.js';
import { useLoad } from '../parts/load.js';
import { ProblemNote } from '../parts/note.js';
import { useTitle } from '../parts/title.js';
import { words } from '../words.js';
import { LinkDialog, UnlinkDialog } from './account-dialogs.js';
import { AddDialog } from './add-dialog.js';
import { HeldPermissions } from './held-permissions.js';
import { nameOf } from './person.js';
import { EditDialog } from './person-dialogs.js';
import { LeaveDialog, RemoveDialog } from './remove-dialog.js';
import { ActiveDialog, EraseDialog } from './state-dialogs.js';
import type { UserDialog } from './user-dialog.js';
import { UserTrail } from './user-trail.js';

/** The dialogs, as `do` in the address names them. */
const DIALOGS: ReadonlyMap<string, (props: UserDialog) => VNode> = new Map([
  ['add', AddDialog],
  ['remove', RemoveDialog],
  ['leave', LeaveDialog],
  ['edit', EditDialog],
  ['state', ActiveDialog],
  ['erase', EraseDialog],
  ['link', LinkDialog],
  ['unlink', UnlinkDialog],
]);

/** One user: who they are, what they may do and why, who can act as them, and what was changed. */
export function UserView(props: { id: string; canChange: boolean; query: PlaceQuery }): VNode {
  const { canChange, id, query } = props;
  const place = usePlace();
  const departments = useDepartments();
  const { problem, value } = useLoad(`user ${id}`, (service) => service.showUser({ userId: id }));
  useTitle(value ? nameOf(value.user) : words.user.title);
  if (!value) {
    return (
      <>
        <h1>{words.user.title}</h1>
        {problem ? <ProblemNote problem={problem} /> : <p class="quiet">{words.loading}</p>}
      </>
    );
  }
  const { admin, identities, user } = value;
  const Doing = canChange && query.do ? DIALOGS.get(query.do) : undefined;
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
              {departmentName(departments, user.departmentId)}
            </a>
          </p>
        )}
        <p class="quiet">
          {words.user.id} <code>{user._id}</code>
        </p>
        {canChange && (
          <div class="row">
            <a class="button" href={addressWith(place, { do: 'edit' })}>
              {words.edit.open}
            </a>
            <a class="button" href={addressWith(place, { do: 'state' })}>
              {user.active ? words.deactivate.verb : words.activate.verb}
            </a>
            {!user.active && (
              <a class="button" href={addressWith(place, { do: 'erase' })}>
                {words.erase.open}
              </a>
            )}
          </div>
        )}
      </section>
      <HeldPermissions shown={value} canChange={canChange} />
      <section class="card">
        <div class="row between">
          <h2>{words.user.accounts}</h2>
          {canChange && (
            <a class="button" href={addressWith(place, { do: 'link' })}>
              {words.link.open}
            </a>
          )}
        </div>
        {identities.length === 0 && <p class="quiet">{words.user.noAccounts}</p>}
        <ul class="rows">
          {identities.map(({ issuer, subject }) => (
            <li key={issuer + subject}>
              <code>{subject}</code> <span class="quiet">{issuer}</span>{' '}
              {canChange && (
                <a href={addressWith(place, { do: 'unlink', what: JSON.stringify([issuer, subject]) })}>
                  {words.unlink.verb}
                </a>
              )}
            </li>
          ))}
        </ul>
      </section>
      <UserTrail id={id} canChange={canChange} />
      {Doing && <Doing shown={value} what={textsIn(query.what)} onClose={close} />}
    </>
  );
}
