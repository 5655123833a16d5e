/** @import { AuditEntry } from '@ops-admin/client' */
/** @import { Page } from './page.js' */
import { addressOf, counted, element, moment, pager, permissionList, searchForm } from './element.js';

/** Who changed what, the newest first; each change can be undone. */
export function showTrail(/** @type {Page} */ { change, client, fill, query }) {
  const user = query.get('user') || undefined;
  const before = Number(query.get('before')) || undefined;
  const count = element('p', { role: 'status' });
  const list = element('div');
  void fill(list, client.listAudit({ user, before }), ({ entries, next }) => {
    count.textContent = `${counted(entries.length, 'entry', 'entries')}, the newest first`;
    const undo = (/** @type {number} */ id) =>
      change({
        title: `Undo entry ${id}?`,
        verb: 'Undo',
        attempt: (members) => client.revertChanges({ entry: id, ...members }),
      });
    return [
      element('ol', { class: 'plain cards' }, ...entries.map((entry) => itemOf(entry, undo))),
      ...pager({
        Newest: before !== undefined && addressOf('trail', { user }),
        Older: next !== null && addressOf('trail', { user, before: next }),
      }),
    ];
  });
  const label = 'The e-mail or the id of a user';
  return [searchForm({ view: 'trail', name: 'user', label, button: 'Show', query }), count, list];
}

/**
 * @param {AuditEntry} entry
 * @param {(id: number) => void} undo
 */
function itemOf(entry, undo) {
  const { added, actor, actorUser, id, identity, reason, removed, source, time, user, userId } = entry;
  const whose = user?.email ?? userId;
  /** @type {HTMLElement[]} */
  const parts = [
    element('h2', {}, `${id}: ${titleOf(entry)}`, ...(whose ? [` for ${whose}`] : [])),
    element('p', { class: 'quiet' }, moment(time), ` by ${actorUser?.email ?? actor} (${source})`),
  ];
  if (removed.length > 0) parts.push(element('h3', {}, 'Removed'), permissionList(removed));
  if (added.length > 0) parts.push(element('h3', {}, 'Added'), permissionList(added));
  if (identity) parts.push(element('p', {}, `${identity.subject} at ${identity.issuer}`));
  if (reason) parts.push(element('p', {}, `Reason: ${reason}`));
  const isChange = removed.length > 0 || added.length > 0 || identity !== undefined;
  if (isChange) {
    const attributes = { type: 'button', 'aria-label': `Undo entry ${id}`, click: () => undo(id) };
    parts.push(element('button', attributes, 'Undo'));
  } else parts.push(element('p', {}, 'Nothing was changed.'));
  return element('li', {}, ...parts);
}

/** @param {AuditEntry} entry */
function titleOf({ action, reverts }) {
  switch (action) {
    case 'add':
      return 'permissions added';
    case 'remove':
      return 'permissions removed';
    case 'set':
      return 'permissions imported';
    case 'revert':
      return `entry ${reverts} undone`;
    case 'link':
      return 'identity linked';
    case 'unlink':
      return 'identity unlinked';
  }
}
