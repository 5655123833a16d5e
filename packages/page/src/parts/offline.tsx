import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { clockText, words } from '../words.js';

/** When the service answered last. */
let answeredAt = new Date();

/** What is wrong with the connection. */
type Trouble = 'busy' | 'offline' | undefined;

/** Notes how a request ended. */
export function noteAnswer(trouble: Trouble): void {
  if (!trouble) answeredAt = new Date();
  dispatchEvent(new CustomEvent('ops-admin-answer', { detail: trouble }));
}

/** Says under the top bar that the service is busy or cannot be reached, and how old is what is shown. */
export function Offline(): VNode {
  const [trouble, setTrouble] = useState<Trouble>();
  useEffect(() => {
    const note = (event: Event) => setTrouble((event as CustomEvent<Trouble>).detail);
    addEventListener('ops-admin-answer', note);
    return () => removeEventListener('ops-admin-answer', note);
  }, []);
  return (
    <div role="status">
      {trouble === 'busy' && <p class="strip">{words.problems.busy}</p>}
      {trouble === 'offline' && (
        <p class="strip">
          {words.problems.noAnswer} {words.problems.loadedAt(clockText(answeredAt.toISOString()))}{' '}
          {words.problems.goesOn}
        </p>
      )}
    </div>
  );
}
