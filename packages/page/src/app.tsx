import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addressOf, type Place, usePlace } from './address.js';
import { UndoDialog } from './changes/undo-dialog.js';
import { DepartmentsView } from './departments/departments-view.js';
import { ProblemNote } from './parts/note.js';
import { Notices } from './parts/notice.js';
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
}

const readers = ({ reader }: Session): boolean => reader;
const everybody = (): boolean => true;

/** The views, by the first part of an address, in the order of the menu. */
const VIEWS: Readonly<Record<string, View>> = {
  users: {
    title: words.users.title,
    isFor: readers,
    show: ({ path: [, id], query }, { admin, user }) =>
      id ? (
        <UserView key={id} id={id} canChange={admin} query={query} />
      ) : (
        <UsersView canChange={admin} me={user._id} query={query} />
      ),
  },
  permissions: {
    title: words.permissions.title,
    isFor: readers,
    show: ({ query }, { admin }) => <PermissionsView canChange={admin} query={query} />,
  },
  trail: {
    title: words.trail.title,
    isFor: readers,
    show: ({ path: [, id], query }, { admin, user }) =>
      id ? (
        <EntryView key={id} id={id} canChange={admin} />
      ) : (
        <TrailView canChange={admin} me={user._id} query={query} />
      ),
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
  const current = views.some(([name]) => name === place.path[0]) ? (place.path[0] ?? first) : first;
  const view = session && VIEWS[current];
  useTitle(view?.title, place.path.join('/'));

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
            {view?.show(place, session)}
            {session.admin && <UndoDialog />}
          </>
        )}
      </main>
    </>
  );
}

/** A new view has a title, and is read out from its beginning. */
function useTitle(title: string | undefined, path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    document.title = title ? `${title} – ops-admin` : 'ops-admin';
    if (shown.current === path) return;
    shown.current = path;
    const main = document.querySelector<HTMLElement>('main');
    main?.focus();
    scrollTo(0, 0);
  }, [title, path]);
}
