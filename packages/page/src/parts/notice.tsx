import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addressWith, usePlace } from '../address.js';
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

export function Notices(): VNode {
  const [notice, setNotice] = useState<Notice>();
  const place = usePlace();
  useEffect(() => {
    listeners.add(setNotice);
    return () => void listeners.delete(setNotice);
  }, []);
  const undo = notice?.batch ? { undoRun: notice.batch } : notice?.entry && { undo: String(notice.entry) };
  return (
    <div role="status">
      {notice && (
        <div class="note good row">
          <p>{notice.text}</p>
          {undo && <a href={addressWith(place, undo)}>{words.undo.link}</a>}
          <button type="button" class="plain" onClick={() => setNotice(undefined)}>
            {words.close}
          </button>
        </div>
      )}
    </div>
  );
}
