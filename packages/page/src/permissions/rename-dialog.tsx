import type { VNode } from 'preact';
import { renamePlan } from '../changes/batch-plan.js';
import { ChangeDialog } from '../changes/change-dialog.js';
import { useDraft } from '../parts/draft.js';
import { words } from '../words.js';
import { mistakeOf, PermissionField } from './permission-fields.js';

export function RenameDialog({ from, onClose }: { from: string; onClose(): void }): VNode {
  const [value, setValue] = useDraft('to', '');
  const to = value.trim();
  return (
    <ChangeDialog title={words.rename.title(from)} plan={renamePlan({ from, to })} onClose={onClose}>
      <PermissionField
        label={words.rename.to}
        hint={words.rename.hint}
        value={value}
        onValue={setValue}
        isFirst
        mistake={to === '' ? words.rename.missing : mistakeOf(to)}
      />
    </ChangeDialog>
  );
}
