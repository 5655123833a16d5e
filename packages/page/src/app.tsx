import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addressOf, type Place, type PlaceQuery, usePlace } from './address.js';
import { AuditView } from './audit/audit-view.js';
import { BatchesView, BatchView } from './audit/batches-view.js';
import { EntryView } from './audit/entry-view.js';
import { UndoDialog } from './changes/undo-dialog.js';
import { DepartmentsView } from './departments/departments-view.js';
import { LocationsView } from './locations/locations-view.js';
import { Brand, Icon, type IconName } from './parts/icon.js';
import { Menu } from './parts/menu.js';
import { ProblemNote } from './parts/note.js';
import { Notices } from './parts/notice.js';
import { Offline } from './parts/offline.js';
import { Empty } from './parts/table.js';
import { Avatar } from './parts/texts.js';
import { useTitle } from './parts/title.js';
import { PermissionsView } from './permissions/permissions-view.js';
import { ReviewsView } from './reviews/reviews-view.js';
import { SERVICE_URL } from './service.js';
import { MySession } from './sign-in/my-session.js';
import { type Session, type SessionControl, useSession } from './sign-in/session.js';
import { Card, Nobody, SignIn } from './sign-in/sign-in.js';
import { JoinersView } from './users/joiners-view.js';
import { nameOf } from './users/person.js';
import { UserView } from './users/user-view.js';
import { UsersView } from './users/users-view.js';
import { words } from './words.js';

interface View {
  readonly title: string;
  /** The group in the side bar; a view without a group is in the account menu or below another view. */
  readonly group?: string;
  readonly icon?: IconName;
  /** The view above it in the breadcrumb. */
  readonly under?: string;
  readonly isFor: (session: Session) => boolean;
  readonly show: (query: PlaceQuery, session: Session) => VNode;
  /** Shows the record that the address names. */
  readonly showOne?: (id: string, query: PlaceQuery, session: Session) => VNode;
}

const readers = ({ reader }: Session): boolean => reader;
const admins = ({ admin }: Session): boolean => admin;
const everybody = (): boolean => true;
const { groups } = words;

/** The views by the first part of the address, in the order of the side bar. */
const VIEWS: Readonly<Record<string, View>> = {
  users: {
    title: words.users.title,
    group: groups.people,
    icon: 'users',
    isFor: readers,
    show: (query, session) => <UsersView session={session} query={query} />,
    showOne: (id, query, session) => <UserView key={id} id={id} session={session} query={query} />,
  },
  joiners: {
    title: words.joiners.title,
    under: 'users',
    isFor: admins,
    show: () => <JoinersView />,
  },
  departments: {
    title: words.departments.title,
    group: groups.people,
    icon: 'departments',
    isFor: readers,
    show: (query, { admin }) => <DepartmentsView canChange={admin} query={query} />,
  },
  reviews: {
    title: words.reviews.title,
    group: groups.people,
    icon: 'reviews',
    isFor: readers,
    show: (query, { admin, user }) => <ReviewsView canChange={admin} me={user._id} query={query} />,
  },
  permissions: {
    title: words.permissions.title,
    group: groups.access,
    icon: 'permissions',
    isFor: readers,
    show: (query, { admin }) => <PermissionsView canChange={admin} query={query} />,
  },
  audit: {
    title: words.audit.title,
    group: groups.audit,
    icon: 'audit',
    isFor: readers,
    show: (query, { admin }) => <AuditView canChange={admin} query={query} />,
    showOne: (id, _query, { admin }) => <EntryView key={id} id={id} canChange={admin} />,
  },
  batches: {
    title: words.batches.title,
    group: groups.audit,
    icon: 'batches',
    isFor: readers,
    show: (query) => <BatchesView query={query} />,
    showOne: (id, query, { admin }) => <BatchView key={id} name={id} canChange={admin} query={query} />,
  },
  locations: {
    title: words.locations.title,
    group: '',
    icon: 'locations',
    isFor: everybody,
    show: (query) => <LocationsView key={query.address} query={query} />,
  },
  me: {
    title: words.me.title,
    isFor: everybody,
    show: (_query, session) => <MySession session={session} />,
  },
};

export function App(): VNode {
  const control = useSession();
  const { signIn, signOut, stage, start } = control;
  const place = usePlace();
  useTitle(stage.is === 'in' ? undefined : '');
  if (stage.is === 'in') return <Frame control={control} session={stage.session} place={place} />;
  return (
    <main class="centre" tabIndex={-1}>
      {stage.is === 'starting' && <p class="muted">{words.starting}</p>}
      {stage.is === 'unreachable' && (
        <Card>
          <ProblemNote problem={stage.problem} isRetried={false} />
          <button type="button" class="button primary" onClick={() => void start()}>
            {words.problems.retry}
          </button>
        </Card>
      )}
      {stage.is === 'out' && <SignIn {...stage} onSignIn={signIn} />}
      {stage.is === 'nobody' && (
        <Nobody message={stage.message} onRetry={() => void start()} onSignOut={() => void signOut()} />
      )}
    </main>
  );
}

function Frame(props: { control: SessionControl; session: Session; place: Place }): VNode {
  const { control, place, session } = props;
  const views = Object.entries(VIEWS).filter(([, { isFor }]) => isFor(session));
  const [name = '', id, ...more] = place.path;
  // A user without access to a view sees their session instead.
  const isOthers = Object.hasOwn(VIEWS, name) && !views.some(([one]) => one === name);
  const current = name === '' || isOthers ? (session.reader ? 'users' : 'me') : name;
  const view = views.find(([one]) => one === current)?.[1];
  const showOne = id && more.length === 0 ? view?.showOne : undefined;
  const isThere = view !== undefined && (isOthers || !id || showOne !== undefined);
  const { query } = place;
  const above = showOne ? current : view?.under;
  useTitle(showOne ? undefined : isThere ? view.title : words.noSuchPage);
  useBeginning(place.path.join('/'));
  const home = views[0]?.[0] ?? 'me';
  return (
    <>
      <button type="button" class="skip" onClick={() => document.querySelector('main')?.focus()}>
        {words.skip}
      </button>
      <div class="frame">
        <aside class="side" id="side" popover="auto" aria-label={words.side}>
          <a class="brand" href={addressOf(home)}>
            <Brand />
          </a>
          <nav aria-label={words.menu}>
            {[...new Set(views.flatMap(([, { group }]) => group ?? []))].map((group) => (
              <>
                {group && <p id={`group-${group}`}>{group}</p>}
                <ul
                  key={group}
                  class={group ? undefined : 'alone'}
                  aria-labelledby={group ? `group-${group}` : undefined}
                >
                  {views
                    .filter(([, one]) => one.group === group)
                    .map(([one, { icon = 'users', title }]) => (
                      <li key={one}>
                        <a
                          href={addressOf(one)}
                          aria-current={one === (view?.under ?? current) ? 'page' : undefined}
                        >
                          <Icon of={icon} /> {title}
                        </a>
                      </li>
                    ))}
                </ul>
              </>
            ))}
          </nav>
          <Account control={control} session={session} />
        </aside>
        <div>
          <header class="top">
            <button
              type="button"
              class="button quiet only-icon menu-button"
              popovertarget="side"
              aria-label={words.openMenu}
            >
              <Icon of="menu" />
            </button>
            <nav class="crumbs" aria-label={words.crumbs}>
              <ol>
                {view?.group && !showOne && <li>{view.group}</li>}
                {above && (
                  <li>
                    <a href={addressOf(above)}>{VIEWS[above]?.title}</a>
                  </li>
                )}
                <li>
                  <span aria-current="page" id="crumb">
                    {isThere ? (showOne ? id : view.title) : words.noSuchPage}
                  </span>
                </li>
              </ol>
            </nav>
            <Notices />
          </header>
          <Offline />
          <main tabIndex={-1}>
            {!isThere ? (
              <Empty
                isView
                icon="search"
                title={words.noSuchPage}
                means={words.noSuchPageMeans}
                next={[addressOf(home), words.backTo(VIEWS[home]?.title ?? '')]}
              />
            ) : showOne && id ? (
              showOne(id, query, session)
            ) : (
              view.show(query, session)
            )}
            {session.admin && <UndoDialog />}
          </main>
        </div>
      </div>
    </>
  );
}

function Account({ control, session }: { control: SessionControl; session: Session }): VNode {
  const name = nameOf(session.user);
  return (
    <Menu
      label={words.account}
      class="account"
      items={[
        { text: words.me.title, href: addressOf('me') },
        { text: words.docs, href: new URL('docs', SERVICE_URL).href, isOutside: true },
        null,
        { text: words.signIn.out, run: () => void control.signOut() },
      ]}
    >
      <Avatar name={name} />
      <span>
        {name} <Role session={session} />
      </span>
      <Icon of="both" />
    </Menu>
  );
}

function Role({ session: { admin, reader } }: { session: Session }): ComponentChildren {
  return (admin || reader) && <span class="sub">{admin ? words.users.admin : words.users.reader}</span>;
}

/** Moves the focus to the beginning of a new view, and closes the side bar on a phone. */
function useBeginning(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const side = document.getElementById('side');
    if (side?.matches(':popover-open')) side.hidePopover();
    document.querySelector<HTMLElement>('main')?.focus();
    scrollTo(0, 0);
  }, [path]);
}
