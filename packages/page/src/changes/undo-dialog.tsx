import type { VNode } from 'preact';
import { addressWith, entryIn, go, textsIn, usePlace } from '../address.js';
import { Dialog } from '../parts/dialog.js';
import { useLoad } from '../parts/load.js';
import { Note } from '../parts/note.js';
import { numberText, words } from '../words.js';
import { type Undone, undoPlan } from './batch-plan.js';
import { ChangePreview } from './change-preview.js';

/** Opens over any view if the address names an entry, a batch, or rows of a batch to undo. */
export function UndoDialog(): VNode | null {
  const place = usePlace();
  const { undoBatch, undoRows } = place.query;
  const entry = entryIn(place.query.undo);
  const rows = textsIn(undoRows).map(Number).filter(Number.isSafeInteger);
  const ids = rows.length > 0 || undoBatch || entry === undefined ? rows : [entry];
  const undone: Undone | undefined =
    ids.length > 0 ? { entries: ids } : undoBatch ? { batch: undoBatch } : undefined;
  const only = ids.length === 1 ? ids[0] : undefined;
  const { value } = useLoad(only ? `entry ${only}` : undefined, (service) =>
    service.showAuditEntry({ id: only ?? 0 }),
  );
  if (!undone) return null;
  const close = () =>
    go(addressWith(place, { undo: undefined, undoBatch: undefined, undoRows: undefined }), 'replace');
  const creates = value?.entry.action === 'create';
  const title =
    'batch' in undone
      ? words.undo.batch(undone.batch)
      : only
        ? words.undo.entry(only, value ? words.action(value.entry.action, value.entry.change) : '')
        : words.undo.rows(numberText(ids.length));
  return (
    <Dialog key={`${only}`} title={title} size="wide" onClose={close}>
      <ChangePreview plan={{ ...undoPlan(undone), isDangerous: creates }} onDone={close}>
        {creates && <Note kind="warn">{words.undo.creates}</Note>}
      </ChangePreview>
    </Dialog>
  );
}
