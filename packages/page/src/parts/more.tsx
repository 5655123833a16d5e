import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { numberText, words } from '../words.js';

/** As many more are shown at once: a browser stands still over thousands. */
const STEP = 500;

/** The first of a long list, and the button that shows more of it. */
export function useMore<T>(list: readonly T[], first: number): [shown: readonly T[], more: VNode | null] {
  const [size, setSize] = useState(first);
  const left = list.length - size;
  const more =
    left > 0 ? (
      <button type="button" class="plain more" onClick={() => setSize(size + STEP)}>
        {words.run.more(numberText(left))}
      </button>
    ) : null;
  return [list.slice(0, size), more];
}
