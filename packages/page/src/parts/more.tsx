import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { numberText, words } from '../words.js';

/** The number of records that the button adds: a browser is slow with thousands. */
const STEP = 500;

/** Returns the beginning of a long list, and the button that shows more. */
export function useMore<T>(list: readonly T[], first: number): [shown: readonly T[], more: VNode | null] {
  const [size, setSize] = useState(first);
  const left = list.length - size;
  const more =
    left > 0 ? (
      <button type="button" class="link" onClick={() => setSize(size + STEP)}>
        {words.more(numberText(left))}
      </button>
    ) : null;
  return [list.slice(0, size), more];
}
