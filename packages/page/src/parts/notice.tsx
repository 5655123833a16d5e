import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressWith, placeNow, usePlace } from '../address.js';
import { words } from '../words.js';
import { Icon } from './icon.js';

/** A change that was just made, with its undo. */
export interface Notice {
  readonly text: string;
  readonly entry?: number | undefined;
  readonly batch?: string | undefined;
}

const listeners = new Set<(notice: Notice) => void>();

export function notify(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

/** Shows the last notice in the top bar, where it covers nothing. It gets the focus, and ends with the view. */
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
  // The effect runs after a closing dialog has returned the focus.
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
