import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { AskedForm } from '../changes/asked-form.js';
import { ChangePreview } from '../changes/change-preview.js';
import { renamePlan } from '../changes/run-plan.js';
import { Dialog } from '../parts/dialog.js';
import { useDraft } from '../parts/draft.js';
import { words } from '../words.js';
import { PermissionField } from './permission-fields.js';

/** Gives a permission another name for everybody who holds it; the wildcard of a module renames all of the module. */
export function RenameDialog({ from, onClose }: { from: string; onClose(): void }): VNode {
  const [value, setValue] = useDraft('to', '');
  const [isShown, setShown] = useState(false);
  const to = value.trim();
  return (
    <Dialog title={words.rename.title(from)} onClose={onClose}>
      {isShown ? (
        <ChangePreview plan={renamePlan({ from, to })} onDone={onClose} onBack={() => setShown(false)} />
      ) : (
        <AskedForm missing={to === '' ? words.rename.missing : undefined} onShow={() => setShown(true)}>
          <PermissionField
            label={words.rename.to}
            hint={words.rename.hint}
            value={value}
            onValue={setValue}
            isFirst
          />
        </AskedForm>
      )}
    </Dialog>
  );
}
