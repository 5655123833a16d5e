import type { VNode } from 'preact';
import { ChangeDialog } from '../changes/change-dialog.js';
import { changePlan } from '../changes/run-plan.js';
import { useDraft } from '../parts/draft.js';
import { PermissionFields, permissionsOf } from '../permissions/permission-fields.js';
import { UntilField, untilEndOf } from '../permissions/until-field.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import type { UserDialog } from './user-dialog.js';

/** Gives a user permissions. */
export function AddDialog({ onClose, shown: { user } }: UserDialog): VNode {
  const [values, setValues] = useDraft<readonly string[]>('permissions', []);
  const [day, setDay] = useDraft('until', '');
  const permissions = permissionsOf(values);
  return (
    <ChangeDialog
      title={words.add.title(nameOf(user))}
      missing={permissions.length === 0 ? words.add.missing : undefined}
      plan={changePlan(words.add.verb, {
        action: 'add',
        changes: [{ user: user._id, permissions, ...untilEndOf(day) }],
      })}
      onClose={onClose}
    >
      <PermissionFields values={values} onValues={setValues} isFirst />
      <UntilField value={day} onValue={setDay} />
    </ChangeDialog>
  );
}
