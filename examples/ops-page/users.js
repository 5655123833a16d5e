/** @import { EffectivePermission, User } from '@ops-admin/client' */
/** @import { Page } from './page.js' */
import { addressOf, counted, element, pager, searchForm } from './element.js';

const USERS_PER_PAGE = 50;

/** Users by name, as many as a page has. */
export function showUsers(/** @type {Page} */ { client, fill, query }) {
  const search = query.get('search') || undefined;
  const start = Number(query.get('start') ?? 0);
  const end = start + USERS_PER_PAGE;
  const count = element('p', { role: 'status' });
  const list = element('div');
  void fill(list, client.listUsers({ start, end, search }), ({ total, users }) => {
    const last = start + users.length;
    count.textContent =
      users.length === 0 ? 'Nobody is found.' : `${start + 1} to ${last} of ${counted(total, 'user')}`;
    const items = users.map((user) =>
      element(
        'li',
        {},
        element('a', { href: addressOf('user', { id: user._id }) }, nameOf(user)),
        element('span', { class: 'quiet' }, user.emails.join(', ')),
      ),
    );
    return [
      element('ul', { class: 'plain rows' }, ...items),
      ...pager({
        Previous: start > 0 && addressOf('users', { search, start: Math.max(start - USERS_PER_PAGE, 0) }),
        Next: last < total && addressOf('users', { search, start: end }),
      }),
    ];
  });
  const label = 'A part of a name or an e-mail, or the beginning of an id';
  return [searchForm({ view: 'users', name: 'search', label, button: 'Find', query }), count, list];
}

/** What one user holds, and why; some of it can be removed. */
export function showUser(/** @type {Page} */ { change, client, entitle, fill, query }) {
  const id = query.get('id') ?? '';
  const shown = element('div');
  void fill(shown, client.showUser({ userId: id }), ({ effective, user }) => {
    entitle(nameOf(user));
    const remove = (/** @type {string[]} */ permissions) =>
      change({
        title: `Remove from ${nameOf(user)}?`,
        verb: 'Remove',
        attempt: (members) =>
          client.changePermissions({
            action: 'remove',
            changes: [{ user: user._id, permissions }],
            ...members,
          }),
      });
    return [
      ...user.emails.map((email) => element('p', {}, email)),
      element('p', { class: 'quiet' }, 'Id ', element('code', {}, user._id)),
      element(
        'p',
        {},
        element('a', { href: addressOf('trail', { user: user._id }) }, 'Changes in the trail'),
      ),
      effective.length === 0 ? element('p', {}, 'Holds no permissions.') : removalForm(effective, remove),
    ];
  });
  return [shown];
}

/**
 * @param {readonly EffectivePermission[]} effective
 * @param {(permissions: string[]) => void} remove
 */
function removalForm(effective, remove) {
  const boxes = effective.map(({ permission }) => element('input', { type: 'checkbox', value: permission }));
  const items = effective.map((held, n) => {
    const why = element('span', { class: 'quiet', id: `why-${n}` }, reasonFor(held));
    const box = /** @type {HTMLInputElement} */ (boxes[n]);
    box.setAttribute('aria-describedby', why.id);
    return element('li', {}, element('label', {}, box, element('code', {}, held.permission)), why);
  });
  const [first] = boxes;
  const check = () =>
    first?.setCustomValidity(boxes.some(({ checked }) => checked) ? '' : 'Choose what to remove');
  const legend = element('legend', {}, `Holds ${counted(effective.length, 'permission')}`);
  const list = element('ul', { class: 'plain rows' }, ...items);
  const form = element(
    'form',
    {},
    element('fieldset', {}, legend, list),
    element('button', { click: check }, 'Preview removal'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    remove(boxes.filter(({ checked }) => checked).map(({ value }) => value));
  });
  return form;
}

/** @param {EffectivePermission} held */
function reasonFor({ coveredBy, module }) {
  const grants = module === undefined ? 'Grants this alone' : `Grants everything of ${module}`;
  return coveredBy.length === 0 ? `${grants}.` : `${grants}. Also granted by ${coveredBy.join(', ')}.`;
}

/** @param {Pick<User, '_id' | 'emails' | 'personalInformation'>} user */
function nameOf({ _id, emails, personalInformation }) {
  return personalInformation.name || emails[0] || _id;
}
