import type { ComponentChildren, VNode } from 'preact';
import { timeText, words } from '../words.js';
import { useMore } from './more.js';

/** A moment, in the reader's zone; the exact time in UTC is in the markup. */
export function Time({ at }: { at: string }): VNode {
  return (
    <time dateTime={at} title={at}>
      {timeText(at)}
    </time>
  );
}

/** What is said of something, each with what it is called. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }): VNode {
  return (
    <dl class="facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** So many permissions are shown in a line; the others where they are asked for. */
const SHOWN = 20;

/** Permissions in a line, with when they end: `null` is for good. */
export function Chips(props: {
  of: readonly string[];
  kind?: 'added' | 'removed' | undefined;
  ends?: Readonly<Record<string, string | null>> | undefined;
}): VNode | null {
  const { ends = {}, kind, of } = props;
  const until = new Map(Object.entries(ends));
  const [shown, more] = useMore(of, SHOWN);
  if (of.length === 0) return null;
  return (
    <ul class={`chips ${kind ?? ''}`}>
      {shown.map((one) => (
        <li key={one}>
          <code>{one}</code> <End at={until.get(one)} />
        </li>
      ))}
      {more && <li class="rest">{more}</li>}
    </ul>
  );
}

function End({ at }: { at: string | null | undefined }): VNode | null {
  if (at === undefined) return null;
  if (at === null) return <span class="quiet">{words.forGood}</span>;
  return (
    <span class="quiet">
      {words.until} <Time at={at} />
    </span>
  );
}

/** The strings of which only the end was set. */
export function onlyEnded(
  ends: Readonly<Record<string, string | null>> = {},
  added: readonly string[] = [],
): string[] {
  return Object.keys(ends).filter((one) => !added.includes(one));
}
