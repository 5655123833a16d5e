import type { VNode } from 'preact';
import { timeText } from '../words.js';

/** A moment, in the reader's zone; the exact time in UTC is in the markup. */
export function Time({ at }: { at: string }): VNode {
  return (
    <time dateTime={at} title={at}>
      {timeText(at)}
    </time>
  );
}

/** Permissions in a line. */
export function Chips(props: {
  of: readonly string[];
  kind?: 'added' | 'removed' | undefined;
}): VNode | null {
  const { kind, of } = props;
  if (of.length === 0) return null;
  return (
    <ul class={`chips ${kind ?? ''}`}>
      {of.map((one) => (
        <li key={one}>
          <code>{one}</code>
        </li>
      ))}
    </ul>
  );
}
