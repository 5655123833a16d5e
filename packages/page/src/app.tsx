import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addressOf, type Place, usePlace } from './address.js';
import { UndoDialog } from './changes/undo-dialog.js';
import { DepartmentsView } from './departments/departments-view.js';
import { Note, ProblemNote } from './parts/note.js';
import { Notices } from './parts/notice.js';
import { useTitle } from './parts/title.js';
import { PermissionsView } from './permissions/permissions-view.js';
import { PlacesView } from './places/places-view.js';
import { ReviewsView } from './reviews/reviews-view.js';
import { MySession } from './sign-in/my-session.js';
import { type Session, useSession } from './sign-in/session.js';
import { Nobody, SignIn } from './sign-in/sign-in.js';
import { EntryView } from './trail/entry-view.js';
import { RunsView } from './trail/runs-view.js';
import { TrailView } from './trail/trail-view.js';
import { nameOf } from './users/person.js';
import { UserView } from './users/user-view.js';
import { UsersView } from './users/users-view.js';
import { words } from './words.js';

/** A view of the page: who it is for, and what it shows. */
interface View {
  readonly title: string;
  readonly isFor: (session: Session) => boolean;
  readonly show: (place: Place, session: Session) => VNode;
  /** Shows one thing, by what follows in the address. */
  readonly showOne?: (id: string, place: Place, session: Session) => VNode;
}

const readers = ({ reader }: Session): boolean => reader;
const everybody = (): boolean => true;

/** The views, by the first part of an address, in the order of the menu. */
const VIEWS: Readonly<Record<string, View>> = {
  users: {
    title: words.users.title,
    isFor: readers,
    show: ({ query }, { admin, user }) => <UsersView canChange={admin} me={user._id} query={query} />,
    showOne: (id, { query }, { admin }) => <UserView key={id} id={id} canChange={admin} query={query} />,
  },
  permissions: {
    title: words.permissions.title,
    isFor: readers,
    show: ({ query }, { admin }) => <PermissionsView canChange={admin} query={query} />,
  },
  trail: {
    title: words.trail.title,
    isFor: readers,
    show: ({ query }, { admin, user }) => <TrailView canChange={admin} me={user._id} query={query} />,
    showOne: (id, _place, { admin }) => <EntryView key={id} id={id} canChange={admin} />,
  },
  runs: {
    title: words.runs.title,
    isFor: readers,
    show: ({ query }, { admin }) => <RunsView canChange={admin} query={query} />,
  },
  reviews: {
    title: words.reviews.title,
    isFor: readers,
    show: ({ query }, { admin, user }) => <ReviewsView canChange={admin} me={user._id} query={query} />,
  },
  departments: {
    title: words.departments.title,
    isFor: readers,
    show: ({ query }) => <DepartmentsView query={query} />,
  },
  places: {
    title: words.places.title,
    isFor: everybody,
    show: ({ query }) => <PlacesView key={query.address} query={query} />,
  },
  me: {
    title: words.me.title,
    isFor: everybody,
    show: (_place, session) => <MySession session={session} />,
  },
};

/** The whole page. */
export function App(): VNode {
  const { signIn, signOut, start, stage } = useSession();
  const place = usePlace();
  const session = stage.is === 'in' ? stage.session : undefined;
  const views = Object.entries(VIEWS).filter(([, { isFor }]) => session && isFor(session));
  const first = session?.reader ? 'users' : 'me';
  const [name, id, ...more] = place.path;
  const current = views.find(([one]) => one === name)?.[0] ?? first;
  const view = session && VIEWS[current];
  const showOne = id && more.length === 0 && current === name ? view?.showOne : undefined;
  const isThere = name === '' || (current === name && (!id || showOne));
  useTitle(showOne ? undefined : (view?.title ?? ''));
  useBeginning(place.path.join('/'));

  return (
    <>
      <button type="button" class="skip" onClick={() => document.querySelector('main')?.focus()}>
        {words.skip}
      </button>
      <header class="bar">
        <span class="brand">ops-admin</span>
        {session && (
          <>
            <nav aria-label={words.menu}>
              {views.map(([name, { title }]) => (
                <a key={name} href={addressOf(name)} aria-current={name === current ? 'page' : undefined}>
                  {title}
                </a>
              ))}
            </nav>
            <div class="who">
              <span>{nameOf(session.user)}</span>
              <button type="button" class="plain" onClick={() => void signOut()}>
                {words.signIn.out}
              </button>
            </div>
          </>
        )}
      </header>
      <main tabIndex={-1}>
        {stage.is === 'starting' && <p class="quiet">{words.starting}</p>}
        {stage.is === 'unreachable' && (
          <>
            <ProblemNote problem={stage.problem} isRetried={false} />
            <button type="button" onClick={() => void start()}>
              {words.problems.retry}
            </button>
          </>
        )}
        {stage.is === 'out' && <SignIn provider={stage.provider} why={stage.why} onSignIn={signIn} />}
        {stage.is === 'nobody' && (
          <Nobody message={stage.message} onRetry={() => void start()} onSignOut={() => void signOut()} />
        )}
        {session && (
          <>
            <Notices />
            {view && !isThere && <Note kind="warn">{words.noSuchPage(view.title)}</Note>}
            {showOne && id ? showOne(id, place, session) : view?.show(place, session)}
            {session.admin && <UndoDialog />}
          </>
        )}
      </main>
    </>
  );
}

/** A new view is read out from its beginning. */
function useBeginning(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const main = document.querySelector<HTMLElement>('main');
    main?.focus();
    scrollTo(0, 0);
  }, [path]);
}
