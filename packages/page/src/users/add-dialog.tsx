import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { AskedForm } from '../changes/asked-form.js';
import { ChangePreview } from '../changes/change-preview.js';
import { changePlan } from '../changes/run-plan.js';
import { Dialog } from '../parts/dialog.js';
import { useDraft } from '../parts/draft.js';
import { PermissionFields, permissionsOf } from '../permissions/permission-fields.js';
import { UntilField, untilEndOf } from '../permissions/until-field.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import type { UserDialog } from './user-view.js';

/** Gives a user permissions. */
export function AddDialog({ onClose, shown: { user } }: UserDialog): VNode {
  const [values, setValues] = useDraft<readonly string[]>('permissions', []);
  const [day, setDay] = useDraft('until', '');
  const [isShown, setShown] = useState(false);
  const permissions = permissionsOf(values);
  return (
    <Dialog title={words.add.title(nameOf(user))} onClose={onClose}>
      {isShown ? (
        <ChangePreview
          plan={changePlan(words.add.verb, {
            action: 'add',
            changes: [{ user: user._id, permissions, ...untilEndOf(day) }],
          })}
          onDone={onClose}
          onBack={() => setShown(false)}
        />
      ) : (
        <AskedForm
          missing={permissions.length === 0 ? words.add.missing : undefined}
          onShow={() => setShown(true)}
        >
          <PermissionFields values={values} onValues={setValues} isFirst />
          <UntilField value={day} onValue={setDay} />
        </AskedForm>
      )}
    </Dialog>
  );
}
