import type { VNode } from 'preact';
import { changePlan } from '../changes/batch-plan.js';
import { ChangePreview } from '../changes/change-preview.js';
import { Dialog } from '../parts/dialog.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import { Led } from './state-dialogs.js';
import type { UserDialog } from './user-dialog.js';

export function RemoveDialog({ onClose, shown: { user }, what }: UserDialog): VNode {
  const changes = [{ user: user._id, permissions: what }];
  const [, module] = (what.length === 1 && /^service\.([^.]+)\.\*$/.exec(what[0] ?? '')) || [];
  const title = module ? words.remove.moduleNamed(module) : words.remove.title(nameOf(user));
  return (
    <Dialog title={title} lead={user.emails[0]} onClose={onClose}>
      <ChangePreview
        plan={changePlan(
          ({ results }) => words.remove.verb(results[0]?.removed?.length ?? 0),
          { action: 'remove', changes },
          true,
        )}
        onDone={onClose}
      />
    </Dialog>
  );
}

export function LeaveDialog({ onClose, shown: { user } }: UserDialog): VNode {
  const changes = [{ user: user._id, everything: true as const }];
  return (
    <Dialog title={words.leave.title(nameOf(user))} lead={user.emails[0]} onClose={onClose}>
      <ChangePreview
        plan={changePlan(words.leave.verb, { action: 'remove', changes }, true)}
        onDone={onClose}
      >
        <p>{words.leave.means}</p>
        <Led user={user._id} />
      </ChangePreview>
    </Dialog>
  );
}
