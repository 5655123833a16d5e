import type { VNode } from 'preact';
import type { PlaceQuery } from '../address.js';
import { changePlan } from '../changes/run-plan.js';
import { RunPreview } from '../changes/run-preview.js';
import { Dialog } from '../parts/dialog.js';
import { words } from '../words.js';
import { nameOf } from './person.js';
import type { ShownUser } from './user-view.js';

/** Takes the permissions from a user that the address names. */
export function RemoveDialog(props: { shown: ShownUser; query: PlaceQuery; onClose(): void }): VNode {
  const { onClose, query, shown } = props;
  const { user } = shown;
  const change = { user: user._id, permissions: permissionsIn(query.what) };
  return (
    <Dialog title={words.remove.title(nameOf(user))} onClose={onClose}>
      <RunPreview
        plan={changePlan(words.remove.verb, { action: 'remove', changes: [change], isDangerous: true })}
        onDone={onClose}
      />
    </Dialog>
  );
}

/** Anybody can type anything into an address. */
function permissionsIn(text = '[]'): string[] {
  try {
    const given: unknown = JSON.parse(text);
    return Array.isArray(given) ? given.map(String) : [];
  } catch {
    return [];
  }
}
