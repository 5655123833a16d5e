/** @import { DepartmentNode, UserSummary } from '@ops-admin/client' */
/** @import { Page } from './page.js' */
import { addressOf, counted, element } from './element.js';

/** All departments, each below its parent. */
export function showDepartments(/** @type {Page} */ { client, fill }) {
  const count = element('p', { role: 'status' });
  const tree = element('div', { class: 'tree' });
  void fill(tree, client.showDepartmentHierarchy(), ({ departments, total }) => {
    count.textContent = counted(total, 'department');
    return [levelOf(departments, true)];
  });
  return [count, tree];
}

/**
 * @param {readonly DepartmentNode[]} departments
 * @param {boolean} open
 * @returns {HTMLElement}
 */
function levelOf(departments, open) {
  const items = departments.map(({ children, description, manager, name }) => {
    const title = [element('strong', {}, name), ' ', element('span', { class: 'quiet' }, description)];
    const more = manager ? [managedBy(manager)] : [];
    if (children.length === 0) return element('li', {}, element('p', {}, ...title), ...more);
    const summary = element('summary', {}, ...title);
    return element('li', {}, element('details', { open }, summary, ...more, levelOf(children, false)));
  });
  return element('ul', {}, ...items);
}

/** @param {UserSummary} manager */
function managedBy({ _id, personalInformation }) {
  const link = element('a', { href: addressOf('user', { id: _id }) }, personalInformation.name || _id);
  return element('p', { class: 'quiet' }, 'Manager: ', link);
}
