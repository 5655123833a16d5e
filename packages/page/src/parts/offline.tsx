import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { clockText, words } from '../words.js';

/** The time of the last answer. */
let answeredAt = new Date();

type Trouble = 'busy' | 'offline' | undefined;

export function noteAnswer(trouble: Trouble): void {
  if (!trouble) answeredAt = new Date();
  dispatchEvent(new CustomEvent('ops-admin-answer', { detail: trouble }));
}

/** Shows below the top bar that the service is busy or unreachable, and the age of the shown data. */
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
