// What every view is made of. Text of the service becomes text, never HTML: the policy in index.html forbids all else.
/** @import { Problem } from '@ops-admin/client' */

/**
 * Makes an element. An attribute that is `false` or `undefined` is left out; a function listens to the event of that name.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>} [attributes]
 * @param {(Node | string)[]} content
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : `${value}`);
  }
  made.append(...content);
  return made;
}

/**
 * An element of index.html.
 *
 * @template {HTMLElement} Type
 * @param {string} id
 * @param {new () => Type} type
 * @returns {Type}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`There is no ${type.name} with the id ${id}`);
}

/**
 * Handles a form, one submission at a time: the second click of a double click does nothing.
 *
 * @param {HTMLFormElement} form
 * @param {() => Promise<void>} handle
 */
export function onSubmit(form, handle) {
  let isBusy = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    form.setAttribute('aria-busy', 'true');
    await handle();
    form.removeAttribute('aria-busy');
    isBusy = false;
  });
}

/**
 * The address of a view; what is empty or `undefined` is left out.
 *
 * @param {string} view
 * @param {Readonly<Record<string, string | number | undefined>>} [query]
 */
export function addressOf(view, query = {}) {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, `${value}`]] : []));
  return given.length === 0 ? `#${view}` : `#${view}?${new URLSearchParams(given)}`;
}

/**
 * A form with one field, which goes to the address that it makes.
 *
 * @param {{ view: string, name: string, label: string, button: string, query: URLSearchParams }} about
 */
export function searchForm({ view, name, label, button, query }) {
  const value = query.get(name) ?? '';
  const field = element('input', {
    id: name,
    type: 'search',
    value,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const row = element('div', { class: 'row' }, field, element('button', {}, button));
  const form = element('form', { role: 'search' }, element('label', { for: name }, label), row);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const address = addressOf(view, { [name]: field.value.trim() });
    if (address === location.hash) dispatchEvent(new Event('hashchange'));
    else location.hash = address;
  });
  return form;
}

/**
 * Links to the pages of a list before and after the one that is shown.
 *
 * @param {Readonly<Record<string, string | false>>} addresses by their words; `false` for a page that is not there
 */
export function pager(addresses) {
  const links = Object.entries(addresses).flatMap(([words, href]) =>
    href === false ? [] : [element('a', { href }, words)],
  );
  return links.length === 0 ? [] : [element('nav', { 'aria-label': 'Pages', class: 'row' }, ...links)];
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/** @param {readonly string[]} permissions */
export function permissionList(permissions) {
  const items = permissions.map((permission) => element('li', {}, element('code', {}, permission)));
  return element('ul', { class: 'plain' }, ...items);
}

/**
 * A time, as people here write it.
 *
 * @param {string} timestamp
 */
export function moment(timestamp) {
  const written = new Date(timestamp).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return element('time', { datetime: timestamp }, written);
}

/** @param {Problem} problem */
export function explained(problem) {
  const more = problem.type === 'error-answer' ? problem : {};
  const { requestId, retryAfter } = { requestId: undefined, retryAfter: undefined, ...more };
  return element(
    'div',
    { role: 'alert', class: 'problem' },
    element('p', {}, `${problem.message}.`),
    ...(retryAfter === undefined ? [] : [element('p', {}, `Try again in ${retryAfter} seconds.`)]),
    ...(requestId === undefined
      ? []
      : [element('p', { class: 'quiet' }, 'For the log: request ', element('code', {}, requestId))]),
  );
}
