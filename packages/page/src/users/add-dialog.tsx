import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PlaceQuery } from '../address.js';
import { changePlan } from '../changes/run-plan.js';
import { RunPreview } from '../changes/run-preview.js';
import { Dialog } from '../parts/dialog.js';
import { useDraft } from '../parts/draft.js';
import { Lines } from '../parts/field.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import type { ShownUser } from './user-view.js';

/** Gives a user permissions. */
export function AddDialog({
  onClose,
  shown,
}: {
  shown: ShownUser;
  query: PlaceQuery;
  onClose(): void;
}): VNode {
  const { user } = shown;
  const [text, setText] = useDraft('permissions', '');
  const [isShown, setShown] = useState(false);
  const permissions = [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))];
  return (
    <Dialog title={words.add.title(nameOf(user))} onClose={onClose}>
      {isShown ? (
        <RunPreview
          plan={changePlan(words.add.verb, { action: 'add', changes: [{ user: user._id, permissions }] })}
          onDone={onClose}
          onBack={() => setShown(false)}
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (permissions.length > 0) setShown(true);
          }}
        >
          <Lines
            label={words.add.permissions}
            hint={words.add.hint}
            value={text}
            onValue={setText}
            rows={3}
          />
          <div class="row end">
            <button type="submit" class="primary">
              {words.run.show}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
