import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { words } from '../words.js';
import type { Loaded } from './load.js';

/** The time without words or a skeleton at the beginning of a read, in milliseconds. */
const QUICK_MS = 150;

/** Whether a read takes longer than a moment. */
export function useSlow(isLoading: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = isLoading ? setTimeout(() => setSlow(true), QUICK_MS) : undefined;
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isSlow;
}

/** Shows the number of records next to the title, or that the list is loading. */
export function Status<T>(props: {
  of: Omit<Loaded<T>, 'reload'>;
  say(value: T): ComponentChildren;
  isUnseen?: boolean;
}): VNode {
  const { isLoading, problem, value } = props.of;
  const isSlow = useSlow(isLoading);
  return (
    <span role="status" class={props.isUnseen ? 'unseen' : 'total'}>
      {isSlow ? words.loading : value === undefined ? !problem && '\u00a0' : props.say(value)}
    </span>
  );
}
