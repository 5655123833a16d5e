import type { VNode } from 'preact';
import { addressOf, go } from '../address.js';
import { ChangePreview } from '../changes/change-preview.js';
import { changePlan } from '../changes/run-plan.js';
import { userPlan } from '../changes/user-plan.js';
import { useDepartments } from '../departments/department-names.js';
import { Dialog } from '../parts/dialog.js';
import { Note } from '../parts/note.js';
import { service } from '../service.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import type { UserDialog } from './user-dialog.js';

/** Deactivates a user, or lets them come back. */
export function ActiveDialog({ onClose, shown: { user } }: UserDialog): VNode {
  const text = user.active ? words.deactivate : words.activate;
  const action = user.active ? 'deactivate' : 'activate';
  return (
    <Dialog title={text.title(nameOf(user))} onClose={onClose}>
      <p>{text.means}</p>
      {user.active && <Led user={user._id} />}
      <ChangePreview
        plan={changePlan(text.verb, { action, changes: [{ user: user._id }] }, user.active)}
        onDone={onClose}
      />
    </Dialog>
  );
}

/** Which departments somebody leads who is about to go: they stay named there. */
export function Led({ user }: { user: string }): VNode | null {
  const led = useDepartments().filter(({ leaderId }) => leaderId === user);
  if (led.length === 0) return null;
  return <Note kind="warn">{words.deactivate.leads(led.map(({ name }) => name).join(', '))}</Note>;
}

/** Erases a user who is not active, for good. */
export function EraseDialog({ onClose, shown }: UserDialog): VNode {
  const { user } = shown;
  const plan = userPlan({
    verb: words.erase.verb,
    isDangerous: true,
    seen: shown,
    send: (how) => service.eraseUser({ userId: user._id, ...how }),
    describe: () => <Note kind="warn">{words.erase.means}</Note>,
    done: words.erase.done(user._id),
    isFinal: true,
  });
  return (
    <Dialog title={words.erase.title(nameOf(user))} onClose={onClose}>
      <Led user={user._id} />
      <ChangePreview plan={plan} onDone={() => go(addressOf('users'), 'replace')} />
    </Dialog>
  );
}
