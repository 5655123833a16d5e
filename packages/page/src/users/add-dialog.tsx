import type { VNode } from 'preact';
import { changePlan } from '../changes/batch-plan.js';
import { ChangeDialog } from '../changes/change-dialog.js';
import { useDraft } from '../parts/draft.js';
import { meantIn, PermissionFields, permissionsOf } from '../permissions/permission-fields.js';
import { UntilField, untilEndOf } from '../permissions/until-field.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import type { UserDialog } from './user-dialog.js';

export function AddDialog({ onClose, shown: { user } }: UserDialog): VNode {
  const [values, setValues] = useDraft<readonly string[]>('permissions', []);
  const [day, setDay] = useDraft('until', '');
  const permissions = permissionsOf(values);
  return (
    <ChangeDialog
      title={words.add.title(nameOf(user))}
      lead={user.emails[0]}
      plan={changePlan(
        ({ results }) => words.add.verb(results[0]?.added?.length ?? 0),
        { action: 'add', changes: [{ user: user._id, permissions, ...untilEndOf(day) }] },
        false,
        meantIn(permissions, setValues),
      )}
      onClose={onClose}
    >
      <PermissionFields values={values} onValues={setValues} isFirst isNeeded isAdded />
      <UntilField value={day} onValue={setDay} />
    </ChangeDialog>
  );
}
