import type { VNode } from 'preact';
import { addressOf, go } from '../address.js';
import { changePlan } from '../changes/batch-plan.js';
import { ChangePreview } from '../changes/change-preview.js';
import { recordPlan, seenUser } from '../changes/record-plan.js';
import { useDepartments } from '../departments/department-names.js';
import { Dialog, MessageDialog } from '../parts/dialog.js';
import { Note } from '../parts/note.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import type { UserDialog } from './user-dialog.js';

export function ActiveDialog({ onClose, shown: { user } }: UserDialog): VNode {
  const text = user.active ? words.deactivate : words.activate;
  const action = user.active ? 'deactivate' : 'activate';
  return (
    <Dialog title={text.title(nameOf(user))} lead={user.emails[0]} onClose={onClose}>
      <ChangePreview
        plan={changePlan(text.verb, { action, changes: [{ user: user._id }] }, user.active)}
        onDone={onClose}
      >
        <p>{text.means}</p>
        {user.active && <Led user={user._id} />}
      </ChangePreview>
    </Dialog>
  );
}

/** Warns of departments that the user manages: they keep their manager. */
export function Led({
  user,
  says = words.deactivate.leads,
}: {
  user: string;
  says?: (departments: string) => string;
}): VNode | null {
  const led = useDepartments().filter(({ leaderId }) => leaderId === user);
  if (led.length === 0) return null;
  return <Note kind="warn">{says(led.map(({ name }) => name).join(', '))}</Note>;
}

export function EraseDialog({ onClose, shown }: UserDialog): VNode {
  const { user } = shown;
  const title = words.erase.title(nameOf(user));
  if (user.active) {
    return (
      <MessageDialog title={title} onClose={onClose}>
        <p>{words.erase.first}</p>
      </MessageDialog>
    );
  }
  const plan = recordPlan({
    verb: words.erase.verb,
    isDangerous: true,
    seen: seenUser(shown),
    send: (how) => service.eraseUser({ userId: user._id, ...how }),
    describe: () => <Note kind="bad">{words.erase.means(user.permissions.length)}</Note>,
    done: words.erase.done(user._id),
    isFinal: true,
  });
  return (
    <Dialog title={title} size="compact" onClose={onClose}>
      <ChangePreview
        plan={plan}
        confirmation={user.emails[0] ?? user._id}
        onDone={() => go(addressOf('users'), 'replace')}
      >
        <Led user={user._id} says={words.erase.leads} />
      </ChangePreview>
    </Dialog>
  );
}
