import type { VNode } from 'preact';
import { ChangeDialog } from '../changes/change-dialog.js';
import { renamePlan } from '../changes/run-plan.js';
import { useDraft } from '../parts/draft.js';
import { words } from '../words.js';
import { PermissionField } from './permission-fields.js';

/** Gives a permission another name for everybody who holds it; the wildcard of a module renames all of the module. */
export function RenameDialog({ from, onClose }: { from: string; onClose(): void }): VNode {
  const [value, setValue] = useDraft('to', '');
  const to = value.trim();
  return (
    <ChangeDialog
      title={words.rename.title(from)}
      missing={to === '' ? words.rename.missing : undefined}
      plan={renamePlan({ from, to })}
      onClose={onClose}
    >
      <PermissionField
        label={words.rename.to}
        hint={words.rename.hint}
        value={value}
        onValue={setValue}
        isFirst
      />
    </ChangeDialog>
  );
}
