import type { VNode } from 'preact';
import { ChangePreview } from '../changes/change-preview.js';
import { changePlan } from '../changes/run-plan.js';
import { Dialog } from '../parts/dialog.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import { Led } from './state-dialogs.js';
import type { UserDialog } from './user-dialog.js';

/** Takes the permissions from a user that the address names. */
export function RemoveDialog({ onClose, shown: { user }, what }: UserDialog): VNode {
  const changes = [{ user: user._id, permissions: what }];
  return (
    <Dialog title={words.remove.title(nameOf(user))} onClose={onClose}>
      <ChangePreview
        plan={changePlan(words.remove.verb, { action: 'remove', changes }, true)}
        onDone={onClose}
      />
    </Dialog>
  );
}

/** Takes everything from a leaver: all permissions, and all accounts. */
export function LeaveDialog({ onClose, shown: { user } }: UserDialog): VNode {
  const changes = [{ user: user._id, everything: true as const }];
  return (
    <Dialog title={words.leave.title(nameOf(user))} onClose={onClose}>
      <p>{words.leave.means}</p>
      <Led user={user._id} />
      <ChangePreview
        plan={changePlan(words.leave.verb, { action: 'remove', changes }, true)}
        onDone={onClose}
      />
    </Dialog>
  );
}
