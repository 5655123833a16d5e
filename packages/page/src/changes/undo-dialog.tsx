import type { VNode } from 'preact';
import { addressWith, entryIn, go, textsIn, usePlace } from '../address.js';
import { Dialog } from '../parts/dialog.js';
import { numberText, words } from '../words.js';
import { type Undone, undoPlan } from './batch-plan.js';
import { ChangePreview } from './change-preview.js';

/** Opens over any view if the address names an entry, a batch, or rows of a batch to undo. */
export function UndoDialog(): VNode | null {
  const place = usePlace();
  const { undoBatch, undoRows } = place.query;
  const entry = entryIn(place.query.undo);
  const rows = textsIn(undoRows).map(Number).filter(Number.isSafeInteger);
  const undone: Undone | undefined =
    rows.length > 0
      ? { entries: rows }
      : undoBatch
        ? { batch: undoBatch }
        : entry === undefined
          ? undefined
          : { entries: [entry] };
  if (!undone) return null;
  const close = () =>
    go(addressWith(place, { undo: undefined, undoBatch: undefined, undoRows: undefined }), 'replace');
  const title =
    'batch' in undone
      ? words.undo.batch(undone.batch)
      : undone.entries.length === 1
        ? words.undo.entry(undone.entries[0] ?? 0)
        : words.undo.rows(numberText(undone.entries.length));
  return (
    <Dialog key={title} title={title} size="wide" onClose={close}>
      <ChangePreview plan={undoPlan(undone)} onDone={close} />
    </Dialog>
  );
}
