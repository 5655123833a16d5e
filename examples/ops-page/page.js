// Who is signed in, and which view the address names. Everything else is in the module of a view.
/** @import { Answer, Client, Problem } from '@ops-admin/client' */
/** @import { Change } from './preview.js' */
import { createClient } from '@ops-admin/client';
import { showDepartments } from './departments.js';
import { addressOf, byId, element, explained, moment, onSubmit } from './element.js';
import { showPlaces } from './places.js';
import { preview } from './preview.js';
import { showTrail } from './trail.js';
import { showUser, showUsers } from './users.js';

/**
 * What a view is given.
 *
 * @typedef {object} Page
 * @property {Client} client
 * @property {URLSearchParams} query what the address says after the name of the view
 * @property {(title: string) => void} entitle names the view after what it has found
 * @property {(change: Change) => void} change previews a change, and shows the view again when it is made
 * @property {<Data>(region: Element, answer: Answer<Data>, draw: (data: Data) => (Node | string)[]) => Promise<void>} fill
 *   puts into a region what is read, or why it cannot be
 */

/**
 * @typedef {object} View
 * @property {string} title
 * @property {boolean} forAll whether it is there for users who are no admins
 * @property {boolean} inMenu
 * @property {(page: Page) => (Node | string)[]} show
 */

/** @type {Readonly<Record<string, View>>} */
const VIEWS = {
  users: { title: 'Users', forAll: false, inMenu: true, show: showUsers },
  user: { title: 'User', forAll: false, inMenu: false, show: showUser },
  departments: { title: 'Departments', forAll: false, inMenu: true, show: showDepartments },
  trail: { title: 'Trail', forAll: false, inMenu: true, show: showTrail },
  places: { title: 'Places', forAll: true, inMenu: true, show: showPlaces },
};

const service = document.querySelector('meta[name=service]')?.getAttribute('content') ?? '';
const menu = byId('views', HTMLElement);
const session = byId('session', HTMLElement);
const notice = byId('notice', HTMLElement);
const signIn = byId('sign-in', HTMLFormElement);
const token = byId('token', HTMLInputElement);
const signInProblem = byId('sign-in-problem', HTMLElement);
const region = byId('view', HTMLElement);

/**
 * Who is signed in. The token is in the client alone, thus in memory: browsers write sessionStorage to the disk, to bring tabs back,
 * and copy it into tabs that a page opens.
 *
 * @type {{ client: Client, isAdmin: boolean, ended: AbortController } | undefined}
 */
let current;

onSubmit(signIn, async () => {
  const ended = new AbortController();
  const client = createClient({ baseUrl: service, token: token.value.trim(), signal: ended.signal });
  const answer = await client.showSession();
  if (answer.isErr()) {
    const advice = `Is it running, and does its OPS_CORS_ORIGINS name ${location.origin}?`;
    const isUnreached = answer.error.type === 'no-answer';
    signInProblem.replaceChildren(
      explained(answer.error),
      ...(isUnreached ? [element('p', {}, advice)] : []),
    );
    token.focus();
    return;
  }
  const { admin, expiresAt, user } = answer.value;
  current = { client, isAdmin: admin, ended };
  const until = expiresAt === null ? [] : [element('span', { class: 'quiet' }, 'until ', moment(expiresAt))];
  byId('who', HTMLElement).replaceChildren(`${user.personalInformation.name || user._id} `, ...until);
  notice.textContent = admin ? '' : 'You are not an admin: you may look up places.';
  token.value = '';
  signInProblem.replaceChildren();
  show();
});

byId('sign-out', HTMLButtonElement).addEventListener('click', () => signOut('You are signed out.'));

addEventListener('hashchange', () => {
  notice.textContent = '';
  document.querySelector('dialog')?.requestClose();
  show();
});

/** Shows what the address names, or the form to sign in. */
function show() {
  const isOut = current === undefined;
  signIn.hidden = !isOut;
  for (const part of [menu, session, region]) part.hidden = isOut;
  if (!current) return;
  const { client, isAdmin } = current;
  const allowed = Object.entries(VIEWS).filter(([, { forAll }]) => forAll || isAdmin);
  const [name = '', query] = location.hash.slice(1).split('?', 2);
  const [shown, view] = allowed.find(([key]) => key === name) ?? allowed[0] ?? [];
  if (!view) return;
  const links = allowed
    .filter(([, { inMenu }]) => inMenu)
    .map(([key, { title }]) => {
      const isCurrent = key === shown && 'page';
      return element('a', { href: addressOf(key), 'aria-current': isCurrent }, title);
    });
  menu.replaceChildren(...links);
  const heading = element('h1', { tabindex: -1 });
  const entitle = (/** @type {string} */ title) => {
    heading.textContent = title;
    if (heading.isConnected) document.title = `${title} · Ops admin`;
  };
  // A view that is left goes with its elements: what is answered late is written into what nobody sees.
  const page = { client, query: new URLSearchParams(query), entitle, change, fill };
  region.replaceChildren(heading, ...view.show(page));
  entitle(view.title);
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** @type {Page['fill']} */
async function fill(part, answer, draw) {
  part.replaceChildren(element('p', { class: 'quiet' }, 'Loading …'));
  const result = await answer;
  part.replaceChildren(...(result.isOk() ? draw(result.value) : [explain(result.error)]));
}

/** @type {Page['change']} */
function change(asked) {
  void preview(asked, explain, (outcome) => {
    notice.textContent = outcome;
    show();
  });
}

/**
 * What is shown of a problem. A token that is refused ends the session.
 *
 * @param {Problem} problem
 */
function explain(problem) {
  if (problem.code === 'UNAUTHORIZED') signOut(`You are signed out: ${problem.message}.`);
  return explained(problem);
}

/** @param {string} why */
function signOut(why) {
  if (!current) return;
  current.ended.abort();
  current = undefined;
  document.querySelector('dialog')?.close();
  region.replaceChildren();
  document.title = 'Ops admin';
  show();
  notice.textContent = why;
  token.focus();
}

show();
token.focus();
