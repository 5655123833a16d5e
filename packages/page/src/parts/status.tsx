import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { words } from '../words.js';
import type { Loaded } from './load.js';

/** An answer that is there within this time needs no word of waiting for it. */
const QUICK_MS = 400;

/** What a list has, or that it is being read. */
export function Status<T>(props: { of: Omit<Loaded<T>, 'reload'>; say(value: T): ComponentChildren }): VNode {
  const { isLoading, problem, value } = props.of;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = isLoading ? setTimeout(() => setSlow(true), QUICK_MS) : undefined;
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return <p role="status">{value === undefined || isSlow ? !problem && words.loading : props.say(value)}</p>;
}
