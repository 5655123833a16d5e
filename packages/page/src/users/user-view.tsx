import type { VNode } from 'preact';
import { addressOf, addressWith, go, type PlaceQuery, textsIn, usePlace } from '../address.js';
import { departmentName, useDepartments } from '../departments/department-names.js';
import { Icon } from '../parts/icon.js';
import { useLoad } from '../parts/load.js';
import { Menu } from '../parts/menu.js';
import { ProblemNote } from '../parts/note.js';
import { useSlow } from '../parts/status.js';
import { Empty } from '../parts/table.js';
import { Avatar, Email, Facts } from '../parts/texts.js';
import { useTitle } from '../parts/title.js';
import type { Session } from '../sign-in/session.js';
import { words } from '../words.js';
import { LinkDialog, UnlinkDialog } from './account-dialogs.js';
import { AddDialog } from './add-dialog.js';
import { CanThey } from './can-they.js';
import { HeldPermissions } from './held-permissions.js';
import { nameOf } from './person.js';
import { EditDialog } from './person-dialogs.js';
import { LeaveDialog, RemoveDialog } from './remove-dialog.js';
import { RoleBadge } from './role-badge.js';
import { ActiveDialog, EraseDialog } from './state-dialogs.js';
import { UserChanges } from './user-changes.js';
import type { UserDialog } from './user-dialog.js';
import { roleOf } from './user-query.js';

/** The dialogs by the value of `do` in the address. */
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

export function UserView(props: { id: string; session: Session; query: PlaceQuery }): VNode {
  const { id, query, session } = props;
  const { admin: canChange } = session;
  const place = usePlace();
  const departments = useDepartments();
  const loaded = useLoad(`user ${id}`, (service) => service.showUser({ userId: id }));
  const { problem, value } = loaded;
  const isSlow = useSlow(loaded.isLoading && !value);
  useTitle(value ? nameOf(value.user) : words.change.user);
  if (!value) {
    const isGone = problem?.type === 'error-answer' && (problem.status === 404 || problem.status === 400);
    if (isGone) {
      return (
        <Empty isView icon="users" title={words.user.missing}>
          <p>{words.user.missingMeans(id)}</p>
          <div class="row">
            <a class="button" href={addressOf('users')}>
              {words.backTo(words.users.title)}
            </a>
            <a class="button quiet" href={addressOf('audit', { user: id })}>
              {words.user.findInLog}
            </a>
          </div>
        </Empty>
      );
    }
    return (
      <>
        <ProblemNote problem={problem} />
        {isSlow && (
          <div class="profile" role="status">
            <span class="avatar big" />
            <div>
              <h1 class="muted">{words.loading}</h1>
            </div>
          </div>
        )}
      </>
    );
  }
  const { user } = value;
  const name = nameOf(user);
  const at = (what: PlaceQuery) => addressWith(place, what);
  const Doing = canChange && query.do ? DIALOGS.get(query.do) : undefined;
  return (
    <>
      <div class="profile">
        <Avatar name={name} isBig />
        <div>
          <div class="row">
            <h1>{name}</h1>
            {user.active ? (
              <span class="badge good">{words.users.active}</span>
            ) : (
              <span class="badge">{words.users.inactive}</span>
            )}
            <RoleBadge of={roleOf(user, session)} />
          </div>
          <p class="facts-line">
            {user.emails[0] && user.emails[0] !== name && (
              <span>
                <Email of={user.emails[0]} />
              </span>
            )}
            {user.departmentId !== null && (
              <a href={addressOf('users', { department: user.departmentId })}>
                {departmentName(departments, user.departmentId)}
              </a>
            )}
          </p>
        </div>
        {canChange && (
          <div class="row">
            <a class="button primary" href={at({ do: 'add' })}>
              <Icon of="plus" /> {words.add.open}
            </a>
            <Menu
              label={words.actionsFor(name)}
              class="button only-icon"
              items={[
                { text: words.edit.menu, href: at({ do: 'edit' }) },
                { text: words.link.menu, href: at({ do: 'link' }) },
                null,
                user.permissions.length > 0 && {
                  text: words.leave.menu,
                  href: at({ do: 'leave' }),
                  removes: true,
                },
                {
                  text: user.active ? words.deactivate.menu : words.activate.menu,
                  href: at({ do: 'state' }),
                  removes: user.active,
                },
                { text: words.erase.menu, href: at({ do: 'erase' }), removes: true },
              ]}
            />
          </div>
        )}
      </div>
      <ProblemNote problem={problem} />
      <div class="columns">
        <div>
          <HeldPermissions shown={value} canChange={canChange} />
          <UserChanges id={id} canChange={canChange} />
        </div>
        <div>
          <CanThey shown={value} />
          <Accounts shown={value} canChange={canChange} />
          <section class="section">
            <div class="row">
              <h2>{words.user.details}</h2>
            </div>
            <Facts
              of={[
                [
                  words.person.emails,
                  user.emails.map((email) => (
                    <div key={email}>
                      <Email of={email} />
                    </div>
                  )),
                ],
                [words.user.id, <code key="id">{user._id}</code>],
              ]}
            />
          </section>
        </div>
      </div>
      {Doing && (
        <Doing
          shown={value}
          what={textsIn(query.what)}
          onClose={() => go(addressWith(place, { do: undefined, what: undefined }), 'replace')}
        />
      )}
    </>
  );
}

function Accounts({
  canChange,
  shown: { identities },
}: {
  shown: UserDialog['shown'];
  canChange: boolean;
}): VNode {
  const place = usePlace();
  return (
    <section class="section" aria-labelledby="accounts">
      <div class="row">
        <h2 id="accounts">{words.user.accounts}</h2>
        {canChange && (
          <a class="button quiet tight push" href={addressWith(place, { do: 'link' })}>
            <Icon of="plus" /> {words.link.open}
          </a>
        )}
      </div>
      {identities.length === 0 && <p class="muted">{words.user.noAccounts}</p>}
      <ul class="accounts">
        {identities.map(({ issuer, subject }) => (
          <li key={issuer + subject}>
            <div>
              {subject} <span class="sub">{issuer}</span>
            </div>
            {canChange && (
              <Menu
                label={words.actionsFor(subject)}
                items={[
                  {
                    text: words.unlink.menu,
                    href: addressWith(place, { do: 'unlink', what: JSON.stringify([issuer, subject]) }),
                    removes: true,
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
