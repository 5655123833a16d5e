import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { clockText, words } from '../words.js';

/** When the service answered last. */
let answeredAt = new Date();

/** Notes whether a request got an answer. */
export function noteAnswer(isAnswered: boolean): void {
  if (isAnswered) answeredAt = new Date();
  dispatchEvent(new CustomEvent('ops-admin-answer', { detail: isAnswered }));
}

/** Says under the top bar that the service cannot be reached, and how old is what is shown. */
export function Offline(): VNode {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const note = (event: Event) => setOffline(!(event as CustomEvent<boolean>).detail);
    addEventListener('ops-admin-answer', note);
    return () => removeEventListener('ops-admin-answer', note);
  }, []);
  return (
    <div role="status">
      {isOffline && (
        <p class="strip">
          {words.problems.noAnswer} {words.problems.loadedAt(clockText(answeredAt.toISOString()))}{' '}
          {words.problems.goesOn}
        </p>
      )}
    </div>
  );
}
