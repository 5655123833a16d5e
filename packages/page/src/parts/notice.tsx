import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressWith, placeNow, usePlace } from '../address.js';
import { words } from '../words.js';

/** What was just done, and what undoes it. */
export interface Notice {
  readonly text: string;
  readonly entry?: number | undefined;
  readonly batch?: string | undefined;
}

const listeners = new Set<(notice: Notice) => void>();

/** Says at the top of the page what was done. */
export function notify(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

/** The last notice, which what follows begins at for who uses keys, until another view is shown than the one that it was given in. */
export function Notices(): VNode {
  const [{ notice, view } = {}, setShown] = useState<{ notice?: Notice; view?: string }>();
  const place = usePlace();
  const viewNow = place.path.join('/');
  useEffect(() => {
    const show = (given: Notice) => setShown({ notice: given, view: placeNow().path.join('/') });
    listeners.add(show);
    return () => void listeners.delete(show);
  }, []);
  useEffect(() => {
    if (view !== viewNow) setShown({});
  }, [viewNow]);
  const box = useRef<HTMLDivElement>(null);
  // After a dialog that closes gives back the focus.
  useEffect(() => {
    if (notice) box.current?.focus({ preventScroll: true });
  }, [notice]);
  const close = () => {
    setShown({});
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
  const undo = notice?.batch ? { undoRun: notice.batch } : notice?.entry && { undo: String(notice.entry) };
  return (
    <div ref={box} role="status" class="notices" tabIndex={-1}>
      {notice && (
        <div class="note good row">
          <p>{notice.text}</p>
          {undo && <a href={addressWith(place, undo)}>{words.undo.link}</a>}
          <button type="button" class="plain" onClick={close}>
            {words.close}
          </button>
        </div>
      )}
    </div>
  );
}
