import type { VNode } from 'preact';
import { addressWith, go, usePlace } from '../address.js';
import { Dialog } from '../parts/dialog.js';
import { words } from '../words.js';
import { ChangePreview } from './change-preview.js';
import { undoPlan } from './run-plan.js';

/** Undoes the entry or the run that the address names, over any view. */
export function UndoDialog(): VNode | null {
  const place = usePlace();
  const { undo, undoRun } = place.query;
  const undone = undoRun
    ? { batch: undoRun }
    : /^\d{1,15}$/.test(undo ?? '')
      ? { entry: Number(undo) }
      : undefined;
  if (!undone) return null;
  const close = () => go(addressWith(place, { undo: undefined, undoRun: undefined }), 'replace');
  const title = 'batch' in undone ? words.undo.run(undone.batch) : words.undo.entry(undone.entry);
  return (
    <Dialog key={title} title={title} onClose={close}>
      <ChangePreview plan={undoPlan(undone)} onDone={close} />
    </Dialog>
  );
}
