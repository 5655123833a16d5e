// A change is shown before it is made: what it would do, then the question, then what it did.
/** @import { Answer, PermissionRow, Problem } from '@ops-admin/client' */
import { counted, element, onSubmit, permissionList } from './element.js';

/**
 * A change of one user.
 *
 * @typedef {object} Change
 * @property {string} title
 * @property {string} verb what the button says that makes it
 * @property {(members: { dryRun?: boolean, reason?: string }) => Answer<{ readonly results: readonly PermissionRow[] }>} attempt
 *   one request, which writes nothing with `dryRun`
 */

/**
 * Shows what a change would do, and makes it where that is confirmed.
 *
 * @param {Change} change
 * @param {(problem: Problem) => Node} explain
 * @param {(outcome: string) => void} done called when it is made
 */
export async function preview({ title, verb, attempt }, explain, done) {
  const shown = element('div', { role: 'status' }, 'Loading the preview …');
  const failed = element('div');
  const reason = element('input', { id: 'reason', required: true, maxlength: 500, autocomplete: 'off' });
  const label = element('label', { for: 'reason' }, 'Reason, for the trail');
  const question = element('div', { hidden: true }, label, reason);
  const confirm = element('button', { class: 'danger', hidden: true }, verb);
  const cancel = element('button', { type: 'button', click: () => dialog.requestClose() }, 'Cancel');
  const form = element(
    'form',
    {},
    element('h2', { id: 'preview-title', tabindex: -1, autofocus: true }, title),
    shown,
    question,
    failed,
    element('div', { class: 'row' }, confirm, cancel),
  );
  const dialog = element('dialog', { 'aria-labelledby': 'preview-title' }, form);
  dialog.addEventListener('cancel', (event) => {
    // What is under way cannot be taken back, and its outcome is to be seen.
    if (form.hasAttribute('aria-busy')) event.preventDefault();
  });
  dialog.addEventListener('close', () => dialog.remove());

  onSubmit(form, async () => {
    failed.replaceChildren();
    const made = await attempt({ reason: reason.value });
    if (made.isErr()) {
      const { type } = made.error;
      const isUnknown = type === 'no-answer' || (type === 'error-answer' && made.error.status === 500);
      const advice = 'Whether it was made is not known: look at the trail before you try again.';
      failed.replaceChildren(explain(made.error), ...(isUnknown ? [element('p', {}, advice)] : []));
      return;
    }
    const [row] = made.value.results;
    if (row && row.message === undefined) {
      dialog.close();
      done(outcomeOf(row));
    } else {
      shown.replaceChildren(...(row ? described(row) : []));
      question.hidden = confirm.hidden = true;
      cancel.focus();
    }
  });

  document.body.append(dialog);
  dialog.showModal();
  const tried = await attempt({ dryRun: true });
  if (tried.isErr()) shown.replaceChildren(explain(tried.error));
  else {
    const [row] = tried.value.results;
    shown.replaceChildren(...(row ? described(row) : []));
    question.hidden = confirm.hidden = !row?.result.startsWith('would-');
  }
  if (confirm.hidden) cancel.textContent = 'Close';
}

/**
 * What a dry run says.
 *
 * @param {PermissionRow} row
 */
function described({ added = [], leftAlone = [], message, removed = [], result, stillGrantedBy = [] }) {
  if (result === 'no-admin-left') {
    const why =
      'This would take the rights of the last admin, so it is refused: make somebody else an admin first.';
    return [element('p', { class: 'problem' }, why)];
  }
  const said = message === undefined ? [] : [element('p', { class: 'problem' }, message)];
  // A row that failed changes nothing; the message of another says who would be an admin.
  if (said.length > 0 && removed.length === 0 && added.length === 0) return said;
  const kept = leftAlone.map(
    ({ changedBy, identity, permission = `${identity?.subject} at ${identity?.issuer}` }) =>
      element('li', {}, element('code', {}, permission), ` (changed again by entry ${changedBy})`),
  );
  const keptList = element('ul', { class: 'plain' }, ...kept);
  return [
    ...said,
    ...(removed.length === 0 && added.length === 0 ? [element('p', {}, `${withoutLists(result)}.`)] : []),
    ...part('Would be removed', removed.length, permissionList(removed)),
    ...part('Would be added', added.length, permissionList(added)),
    ...part('Still granted by what stays', stillGrantedBy.length, permissionList(stillGrantedBy)),
    ...part('Would be left alone', kept.length, keptList),
  ];
}

/**
 * @param {string} heading
 * @param {number} count
 * @param {Node} list
 */
function part(heading, count, list) {
  return count === 0 ? [] : [element('h3', {}, heading), list];
}

/** @param {PermissionRow} row */
function outcomeOf({ added = [], entry, leftAlone = [], removed = [], result }) {
  const counts = { removed: removed.length, added: added.length, 'left alone': leftAlone.length };
  const changes = Object.entries(counts).filter(([, count]) => count > 0);
  const done = changes.map(([what, count]) => `${counted(count, 'permission')} ${what}`);
  const words = done.join(', ') || withoutLists(result);
  return entry === undefined ? `${words}.` : `${words}: entry ${entry} of the trail.`;
}

/** @param {PermissionRow['result']} result where no permission comes or goes */
function withoutLists(result) {
  switch (result) {
    case 'would-revert':
      return 'The identity would be as it was before';
    case 'reverted':
      return 'The identity is as it was before';
    default:
      return 'There is nothing to change';
  }
}
