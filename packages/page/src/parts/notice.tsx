import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressWith, placeNow, usePlace } from '../address.js';
import { words } from '../words.js';
import { Icon } from './icon.js';

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

/** The last notice, in the top bar, where it covers nothing; it has the focus, and goes when another view is shown. */
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
  // After a dialog has closed and returned the focus.
  useEffect(() => {
    if (notice) box.current?.focus({ preventScroll: true });
  }, [notice]);
  const close = () => {
    setShown({});
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
  const undo = notice?.batch ? { undoBatch: notice.batch } : notice?.entry && { undo: String(notice.entry) };
  return (
    <div ref={box} role="status" tabIndex={-1}>
      {notice && (
        <div class="notice">
          <p>{notice.text}</p>
          <span class="row one-line">
            {undo && (
              <a class="button" href={addressWith(place, undo)}>
                {words.undo.link}
              </a>
            )}
            <button type="button" class="button only-icon" aria-label={words.close} onClick={close}>
              <Icon of="close" />
            </button>
          </span>
        </div>
      )}
    </div>
  );
}
